// The std::thread receives the first half and says so by a flag, but nobody waits for the flag.
//@ flags: -pthread -std=c++17
//@ ranks: 2
//@ static: none
//@ repeat: 50
#include <atomic>
#include <cstdio>
#include <mpi.h>
#include <thread>
#include <vector>

namespace {

constexpr int length = 32;
constexpr int pieces = 20;

void exchange(std::vector<double> &values, int first, int rank)
{
    for (int piece = first; piece < first + pieces; ++piece) {
        if (rank == 0)
            MPI_Send(values.data(), length, MPI_DOUBLE, 1, piece, MPI_COMM_WORLD);
        else
            MPI_Recv(values.data(), length, MPI_DOUBLE, 0, piece, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

}  // namespace

int main(int argc, char **argv)
{
    int provided, rank;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    std::atomic<bool> first_half_done{false};
    std::vector<double> one(length, rank), other(length, rank);
    std::thread helper([&] {
        exchange(one, 0, rank);
        first_half_done.store(true);
    });
    exchange(other, pieces, rank);
    helper.join();
    if (rank == 1)
        std::printf("%g %g\n", one[1], other[1]);
    MPI_Finalize();
    return 0;
}
