// The lambda is called by every thread of the team, each with a message of its own.
//@ flags: -fopenmp
//@ ranks: 2
#include <array>
#include <iostream>
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv)
{
    constexpr int wanted = MPI_THREAD_FUNNELED;
    int provided, rank;
    MPI_Init_thread(&argc, &argv, wanted, &provided);
    if (provided < wanted)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::array<int, 4> mine{}, theirs{};

    auto swap = [&](int lane) {
        mine[lane] = 10 * rank + lane;
        MPI_Sendrecv(&mine[lane], 1, MPI_INT, 1 - rank, lane, &theirs[lane], 1, MPI_INT, 1 - rank, lane, MPI_COMM_WORLD, MPI_STATUS_IGNORE); //~ thread_level_exceeded
    };
#pragma omp parallel num_threads(4)
    swap(omp_get_thread_num());

    if (rank == 0)
        std::cout << theirs[0] << ' ' << theirs[3] << '\n';
    MPI_Finalize();
    return 0;
}
