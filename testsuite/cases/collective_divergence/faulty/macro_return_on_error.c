// The macro returns; which rank returns depends on the rank.
#include <mpi.h>

#define TRY(expression)            \
    do {                           \
        if ((expression) != 0)     \
            return -1;             \
    } while (0)

static int validate(int rows, int rank)
{
    return rows % 2 != rank % 2;
}

static int assemble(int rows, int rank)
{
    long local = rows, total = 0;
    TRY(validate(rows, rank));
    MPI_Allreduce(&local, &total, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
    return 0;
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    assemble(4, rank);
    MPI_Finalize();
    return 0;
}
