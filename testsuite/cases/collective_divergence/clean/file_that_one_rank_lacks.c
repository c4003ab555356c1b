// Each rank opens a file of its own; if one of them lacks it, all leave together.
//@ ranks: 3
#include <mpi.h>
#include <stdio.h>

static int open_own(const char *name, MPI_File *file)
{
    return MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDONLY, MPI_INFO_NULL, file);
}

int main(int argc, char **argv)
{
    int rank, size;
    double mine = 1.0, sum = 0.0;
    MPI_File file;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const char *names[] = {"/proc/self/stat", "/no/such/folder/part"};
    int failed = open_own(names[(rank + 1) / size], &file) != MPI_SUCCESS, any = 0;
    MPI_Allreduce(&failed, &any, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
    if (any) {
        if (!failed)
            MPI_File_close(&file);
        if (rank == 0)
            printf("a part is missing\n");
        MPI_Finalize();
        return 0;
    }
    MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_File_close(&file);
    if (rank == 0)
        printf("%.0f\n", sum);
    MPI_Finalize();
    return 0;
}
