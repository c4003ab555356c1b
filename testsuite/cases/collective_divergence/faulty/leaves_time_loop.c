// A rank whose cells have collapsed leaves the loop over time by itself; in the loop all are in one round, so that
// neither its counter nor the root that takes turns is at fault.
//@ says: if (advance(cells, mine, &energy))
#include <mpi.h>
#include <stdlib.h>

enum { CELLS = 12, STEPS = 20 };

static int advance(double *cells, int mine, double *energy)
{
    *energy = 0;
    for (int i = 0; i < mine; i++) {
        cells[i] -= 0.25;
        if (cells[i] <= 0)
            return 1;
        *energy += cells[i];
    }
    return 0;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int mine = CELLS / size + (rank < CELLS % size);
    double *cells = malloc(mine * sizeof *cells);
    for (int i = 0; i < mine; i++)
        cells[i] = 1 + rank;
    for (int step = 0; step < STEPS; step++) {
        double energy;
        if (advance(cells, mine, &energy))
            break;
        MPI_Bcast(&energy, 1, MPI_DOUBLE, step % size, MPI_COMM_WORLD); //~ collective_divergence
        if (step % 10 == 9)
            MPI_Barrier(MPI_COMM_WORLD);
    }
    free(cells);
    MPI_Finalize();
    return 0;
}
