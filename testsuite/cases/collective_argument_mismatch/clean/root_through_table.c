// The root of each variable stands in a table that every rank has filled by itself.
#include <mpi.h>

enum { VARIABLES = 3 };

struct variable {
    const char *name;
    int root;
    double value;
};

static void assign_roots(struct variable *variables, int n, int size, int shift)
{
    for (int v = 0; v < n; v++)
        variables[v].root = (v + shift) % size;
}

static void share(struct variable *variables, int n, MPI_Comm comm)
{
    for (int v = 0; v < n; v++)
        MPI_Bcast(&variables[v].value, 1, MPI_DOUBLE, variables[v].root, comm);
}

int main(int argc, char **argv)
{
    struct variable variables[VARIABLES] = { { "u", 0, 1 }, { "v", 0, 2 }, { "p", 0, 3 } };
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    assign_roots(variables, VARIABLES, size, 1);
    share(variables, VARIABLES, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
