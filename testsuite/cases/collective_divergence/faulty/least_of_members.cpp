// The lesser of a number and a member, which is the rank's own, decides how often ranks meet.
//@ levels: -O0 -O2
#include <mpi.h>

#include <algorithm>

struct Plan {
    long limit;
    int rank;

    long rounds(long wanted) const { return std::min(wanted, limit); }
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    Plan plan = {3, 0};
    MPI_Comm_rank(MPI_COMM_WORLD, &plan.rank);
    plan.limit = plan.rank + 1;
    for (long i = 0; i < plan.rounds(10); i++)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
