// A library calls back per item; ranks own different numbers of items.
#include <mpi.h>
#include <stddef.h>

typedef void visitor(int item, void *context);

static void for_each_item(int count, visitor *visit, void *context)
{
    for (int i = 0; i < count; i++)
        visit(i, context);
}

static void flush_item(int item, void *context)
{
    double *total = context, value = item, sum;
    MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
    *total += sum;
}

int main(int argc, char **argv)
{
    int rank, size;
    double total = 0.0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int items = 7 / size + (rank < 7 % size);
    for_each_item(items, flush_item, &total);
    MPI_Finalize();
    return 0;
}
