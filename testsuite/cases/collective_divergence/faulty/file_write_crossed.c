// The first rank writes before the barrier, the others behind it: both wait for all.
//@ ranks: 3
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void save(MPI_File file, int *values, int rank)
{
    MPI_Offset at = (MPI_Offset)rank * 4 * (MPI_Offset)sizeof(int);
    MPI_File_write_at_all(file, at, values, 4, MPI_INT, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    MPI_Comm inputs;
    MPI_File file;
    char name[64] = "";
    int rank, values[4];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &inputs);
    if (rank == 0) {
        snprintf(name, sizeof name, "/tmp/lockstep_XXXXXX");
        int made = mkstemp(name);
        if (made < 0)
            MPI_Abort(MPI_COMM_WORLD, 1);
        close(made);
    }
    MPI_Bcast(name, sizeof name, MPI_CHAR, 0, inputs);
    for (int i = 0; i < 4; i++)
        values[i] = rank + i;
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    if (rank == 0) {
        save(file, values, rank);
        MPI_Barrier(inputs);
    } else {
        MPI_Barrier(inputs); //~ collective_divergence
        save(file, values, rank);
    }
    MPI_File_close(&file);
    MPI_Comm_free(&inputs);
    if (rank == 0)
        printf("written\n");
    MPI_Finalize();
    return 0;
}
