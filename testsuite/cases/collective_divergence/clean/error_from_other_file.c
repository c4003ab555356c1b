// Only the root opens the input; its error leaves the others alone in the broadcast.
//@ files: parts/error_from_other_file/input.c
#include <mpi.h>
#include <stdio.h>

int open_input(const char *path, FILE **file);

int main(int argc, char **argv)
{
    FILE *file = NULL;
    int error = 0, rank, cells = 10;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    error = open_input("no/such/input", &file);
    MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (error) {
        if (rank == 0)
            printf("cannot open the input\n");
        MPI_Finalize();
        return 0;
    }
    MPI_Bcast(&cells, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (file)
        fclose(file);
    MPI_Finalize();
    return 0;
}
