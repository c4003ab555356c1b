// Who has the largest value shall be the root, but each rank knows its own value only.
#include <mpi.h>

struct value_and_rank {
    double value;
    int rank;
};

int main(int argc, char **argv)
{
    struct value_and_rank mine, best;
    double data[3] = { 0 };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &mine.rank);
    mine.value = 10.0 - mine.rank;
    best = mine;
    MPI_Allreduce(&mine, &best, 1, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    MPI_Bcast(data, 3, MPI_DOUBLE, best.rank, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
