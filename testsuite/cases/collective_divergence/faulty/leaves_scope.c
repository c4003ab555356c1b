// A rank leaves the loop over time from a scope with variables of its own, through the end of that scope: those that
// go on count their steps alike, and choose one root.
//@ says: if (heaviest(cells) > 6)
#include <mpi.h>
#include <stdio.h>

enum { CELLS = 8 };

static double heaviest(const double *cells)
{
    double most = 0;
    for (int i = 0; i < CELLS; i++)
        most = cells[i] > most ? cells[i] : most;
    return most;
}

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
        MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
        if (heaviest(cells) > 6)
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
