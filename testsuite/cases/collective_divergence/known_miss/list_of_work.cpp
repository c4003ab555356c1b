// The first element of a list is what the rank has put there.
//@ why: nodes are linked by a function in C++'s library, and what is read behind such a link is not taken to be a node's
#include <mpi.h>
#include <list>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::list<int> work;
    work.push_back(rank);
    if (work.front() == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
