// A list of steps kept as std::function, one more on one rank: the loop over them is where ranks part.
// Open MPI's own C++ classes have hundreds of functions a std::function might hold: leave them out.
//@ flags: -DOMPI_SKIP_MPICXX
#include <mpi.h>
#include <functional>
#include <vector>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::vector<std::function<void()>> steps;
    steps.push_back([] {
        int one = 1, sum;
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
    });
    if (rank == 2)
        steps.push_back([] { MPI_Barrier(MPI_COMM_WORLD); });
    for (const auto &step : steps)
        step();
    MPI_Finalize();
}
