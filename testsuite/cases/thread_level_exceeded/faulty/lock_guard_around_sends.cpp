// Each half of the threads guards its sends by a mutex of its own.
//@ static: none
//@ flags: -fopenmp -pthread
//@ ranks: 2
#include <array>
#include <cstdio>
#include <mpi.h>
#include <mutex>
#include <omp.h>

constexpr int threads = 4;

class Channel {
public:
    Channel(std::mutex &gate, int to) : gate_(gate), to_(to) {}

    void send(const int &value, int tag, MPI_Request &request)
    {
        std::lock_guard<std::mutex> guard(gate_);
        MPI_Isend(&value, 1, MPI_INT, to_, tag, MPI_COMM_WORLD, &request);
    }

private:
    std::mutex &gate_;
    int to_;
};

int main(int argc, char **argv)
{
    int provided, rank, size, sum = 0;
    std::array<int, threads> values;
    std::array<MPI_Request, threads> requests;
    std::mutex gates[2];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
#pragma omp parallel num_threads(threads)
    {
        int me = omp_get_thread_num();
        values[me] = 10 * rank + me;
        Channel(gates[me % 2], (rank + 1) % size).send(values[me], me, requests[me]);
    }
    for (int tag = 0; tag < threads; ++tag) {
        int value;
        MPI_Recv(&value, 1, MPI_INT, (rank + size - 1) % size, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += value;
    }
    MPI_Waitall(threads, requests.data(), MPI_STATUSES_IGNORE);
    if (rank == 0)
        std::printf("%d\n", sum);
    MPI_Finalize();
    return 0;
}
