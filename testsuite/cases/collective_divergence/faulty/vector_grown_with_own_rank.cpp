// A vector moves its elements when it grows: what was put behind them is not what was copied. Only the run
// knows how many are.
//@ static: none
#include <mpi.h>
#include <vector>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::vector<int> levels;
    levels.push_back(rank);
    levels.push_back(2);
    if (levels.front() == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
