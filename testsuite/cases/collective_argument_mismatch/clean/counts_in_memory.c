// The number of elements comes to the call by a pointer, in a structure, in a global variable: the root's, for all.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

struct header {
    int variables;
    char names[8][16];
};

static int cells;

static void share(double *values, const int *count)
{
    MPI_Bcast(values, *count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static void exchange(struct header *header)
{
    MPI_Bcast(&header->variables, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(header->names, header->variables * 16, MPI_CHAR, 0, MPI_COMM_WORLD);
}

static void sum(const double *own, double *all)
{
    MPI_Reduce(own, all, cells, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    double values[8] = {0}, all[8] = {0};
    struct header header;
    int rank, size, count = 2;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        values[0] = count;
    share(values, &count);
    memset(&header, 0, sizeof header);
    if (rank == 0) {
        header.variables = 4;
        strcpy(header.names[3], "rho");
    }
    exchange(&header);
    cells = size > 2 ? 3 : 2;
    sum(values, all);
    if (rank == 0)
        printf("%g %s\n", all[0], header.names[3]);
    MPI_Finalize();
    return 0;
}
