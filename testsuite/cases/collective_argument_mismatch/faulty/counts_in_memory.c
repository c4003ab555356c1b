// The number of elements comes to the call by a pointer, in a structure, in a global variable and in an element of an array.
//@ run: none
#include <mpi.h>
#include <string.h>

struct header {
    int variables;
    char names[8][16];
};

static int cells;

static void share(double *values, const int *count)
{
    MPI_Bcast(values, *count, MPI_DOUBLE, 0, MPI_COMM_WORLD); //~ collective_argument_mismatch
}

static void exchange(struct header *header)
{
    MPI_Bcast(header->names, header->variables * 16, MPI_CHAR, 0, MPI_COMM_WORLD); //~ collective_argument_mismatch
}

static void sum(const double *own, double *all)
{
    MPI_Reduce(own, all, cells, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD); //~ collective_argument_mismatch
}

int main(int argc, char **argv)
{
    double values[8] = {0}, all[8];
    struct header header;
    int rank, count = 2;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        count = 4;
    share(values, &count);
    memset(&header, 0, sizeof header);
    header.variables = 2;
    if (rank == 0)
        header.variables = 4;
    exchange(&header);
    cells = rank == 0 ? 3 : 2;
    sum(values, all);
    MPI_Finalize();
    return 0;
}
