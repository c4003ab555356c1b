// Reads the time step on rank 0. Answers 0, or why there is none.
#include <mpi.h>
#include <stdio.h>

static int read_step(const char *path, double *step)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return 1;
    int found = fscanf(file, "%lf", step);
    fclose(file);
    return found == 1 ? 0 : 2;
}

int share_step(const char *path, double *step, MPI_Comm comm)
{
    int rank;
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        int error = read_step(path, step);
        if (error)
            return error;
    }
    MPI_Bcast(step, 1, MPI_DOUBLE, 0, comm);
    return 0;
}
