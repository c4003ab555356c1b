// Pointers walk over as many blocks as a rank has: how far their ends are apart differs.
//@ ranks: 4
#include <mpi.h>
#include <stdio.h>

#define BLOCKS 16

struct span {
    double *first, *last;
};

static double *end_of(double *first, int count)
{
    return &first[count];
}

static struct span part(double *data, int from, int count)
{
    struct span part = {data + from, end_of(data + from, count)};
    return part;
}

static double sum_of(const double *block, const double *end)
{
    double sum = 0, all;
    for (; block != end; block++) {
        MPI_Allreduce(block, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
        sum += all;
    }
    return sum;
}

int main(int argc, char **argv)
{
    double data[BLOCKS] = {0};
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int count = 2 + rank % 2;
    struct span own = part(data, 0, count);
    if (own.last - own.first > 2)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    for (double *p = data; p < data + count; p++)
        MPI_Bcast(p, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD); //~ collective_divergence
    double sum = sum_of(own.first, own.last);
    if (&data[rank] == data)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    if (rank == 0)
        printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}
