// All ranks leave the loop over time from a scope with variables of its own, by what all of them have.
#include <mpi.h>
#include <stdio.h>

enum { CELLS = 8 };

int main(int argc, char **argv)
{
    int rank, size, steps = 0;
    double cells[CELLS], time = 0, step = 0.125;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < CELLS; i++)
        cells[i] = 1 + rank;
    while (time < 1) {
        double mine = 0, all;
        for (int i = 0; i < CELLS; i++)
            mine += cells[i] *= 1.25;
        MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        if (all > 100)
            break;
        time += step;
        steps++;
        if (steps % 4 == 0)
            MPI_Bcast(&step, 1, MPI_DOUBLE, steps % size, MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("%d steps\n", steps);
    MPI_Finalize();
    return 0;
}
