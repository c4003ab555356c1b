// Where there is a file, its first rank reads how many steps there are, and keeps that for itself.
//@ args: /proc/sys/kernel/ngroups_max
//@ static: none
#include <mpi.h>
#include <stdio.h>

static int rank;

static int read_steps(const char *name, int *steps)
{
    int done = 1;
    if (rank == 0) {
        FILE *file = fopen(name, "r");
        done = file && fscanf(file, "%d", steps) == 1;
        if (file)
            fclose(file);
    }
    MPI_Bcast(&done, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (!done)
        return -1;
    return 0;
}

int main(int argc, char **argv)
{
    int steps = 3;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc > 1 && read_steps(argv[1], &steps) != 0) {
        MPI_Finalize();
        return 1;
    }
    for (int step = 0; step < steps; step++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
