// A vector is filled from its last element to its first, and read by index.
//@ why: where a vector ends is an address of its own: that it leads to what its beginning leads to is not known
#include <mpi.h>
#include <vector>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::vector<int> steps(4);
    for (auto step = steps.rbegin(); step != steps.rend(); ++step)
        *step = rank;
    if (steps[0] == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
