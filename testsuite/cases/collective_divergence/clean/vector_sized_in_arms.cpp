// The root fills its vector by assign, the others make room by resize, of as many as were sent.
//@ levels: -O0 -O2
//@ ranks: 3
#include <mpi.h>

#include <vector>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, count = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::vector<double> widths;
    if (rank == 0)
        count = 4;
    MPI_Bcast(&count, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank != 0)
        widths.resize(count);
    else
        widths.assign(count, 0.5);
    MPI_Bcast(widths.data(), count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (std::size_t at = 0; at < widths.size(); at++)
        MPI_Allreduce(MPI_IN_PLACE, &widths[at], 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
