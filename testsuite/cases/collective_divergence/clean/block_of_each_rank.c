// The parts of all ranks stand in one table, and a helper is handed the rank's own.
//@ ranks: 4
//@ check: nothing
#include <mpi.h>
#include <stdlib.h>

struct block {
    int first, cells, sweeps;
    double *values;
};

static double relax(const struct block *own)
{
    double change = 0, largest = 0;
    for (int sweep = 0; sweep < own->sweeps; sweep++) {
        for (int cell = 0; cell < own->cells; cell++)
            own->values[cell] *= 0.5;
        change = own->values[0];
        MPI_Allreduce(&change, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    }
    return largest;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    struct block *blocks = malloc(size * sizeof *blocks);
    for (int part = 0; part < size; part++) {
        blocks[part].first = 10 * part;
        blocks[part].cells = 10;
        blocks[part].sweeps = 3;
    }
    struct block *own = &blocks[rank];
    own->values = malloc(own->cells * sizeof(double));
    for (int cell = 0; cell < own->cells; cell++)
        own->values[cell] = own->first + cell;
    relax(own);
    free(own->values);
    free(blocks);
    MPI_Finalize();
    return 0;
}
