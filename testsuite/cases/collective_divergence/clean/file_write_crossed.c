// All ranks write before the barrier.
//@ ranks: 3
#include <mpi.h>
#include <stdio.h>

static void save(MPI_File file, int *values, int rank)
{
    MPI_Offset at = (MPI_Offset)rank * 4 * (MPI_Offset)sizeof(int);
    MPI_File_write_at_all(file, at, values, 4, MPI_INT, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    MPI_Comm inputs;
    MPI_File file;
    int rank, values[4];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &inputs);
    for (int i = 0; i < 4; i++)
        values[i] = rank + i;
    MPI_File_open(MPI_COMM_WORLD, "written.bin", MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    if (rank == 0) {
        save(file, values, rank);
        MPI_Barrier(inputs);
    } else {
        save(file, values, rank);
        MPI_Barrier(inputs);
    }
    MPI_File_close(&file);
    MPI_Comm_free(&inputs);
    if (rank == 0)
        printf("written\n");
    MPI_Finalize();
    return 0;
}
