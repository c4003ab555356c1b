// Each rank has another number of pieces to reduce; those with fewer take part with nothing until the first are done.
//@ ranks: 4
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double piece_of(int rank, int at)
{
    return rank + at * 0.5;
}

int main(int argc, char **argv)
{
    int rank, size, own, most, at;
    double sum = 0, part, whole;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    own = 1 + rank;
    MPI_Allreduce(&own, &most, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    for (at = 0; at < own; at++) {
        part = piece_of(rank, at);
        MPI_Allreduce(&part, &whole, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
        sum += whole;
    }
    for (part = 0; at < most; at++) {
        MPI_Allreduce(&part, &whole, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
        sum += whole;
    }
    /* Chunks are dealt in turns, and so many that all have as many. */
    int chunks = argc > 1 ? atoi(argv[1]) : 10;
    int dealt = (chunks + size - 1) / size * size;
    for (int chunk = rank; chunk < chunks; chunk += size) {
        part = chunk < chunks ? piece_of(rank, chunk) : 0;
        MPI_Allreduce(&part, &whole, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
        sum += whole;
    }
    if (rank == 0)
        printf("%g of %d\n", sum, dealt);
    MPI_Finalize();
    return 0;
}
