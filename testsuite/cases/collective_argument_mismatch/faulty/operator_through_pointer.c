// The operator is stored through a pointer; a debug rank wants products.
#include <mpi.h>

struct reduction {
    MPI_Op operation;
    MPI_Datatype type;
};

static void configure(struct reduction *reduction, int debug)
{
    reduction->type = MPI_INT;
    reduction->operation = debug ? MPI_PROD : MPI_SUM;
}

static int reduce(const struct reduction *reduction, int value)
{
    int result = 0;
    MPI_Allreduce(&value, &result, 1, reduction->type, reduction->operation, MPI_COMM_WORLD); //~ collective_argument_mismatch
    return result;
}

int main(int argc, char **argv)
{
    struct reduction reduction;
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    configure(&reduction, rank == size - 1);
    int sum = reduce(&reduction, rank);
    MPI_Finalize();
    return sum < 0;
}
