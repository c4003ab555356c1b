// Whatever guards the calls, it is the same mutex, and held.
//@ flags: -fopenmp -pthread -std=c++17
//@ ranks: 2
#include <chrono>
#include <cstdio>
#include <mpi.h>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::timed_mutex gate;
static std::recursive_mutex log_gate;
static std::shared_mutex table_gate;

static void probe()
{
    int flag;
    MPI_Iprobe(MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

static void nested(int depth)
{
    std::lock_guard<std::recursive_mutex> guard(log_gate);
    if (depth > 0)
        nested(depth - 1);
    else
        probe();
}

int main(int argc, char **argv)
{
    int provided, rank;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel
    {
        {
            std::unique_lock<std::timed_mutex> lock(gate, std::defer_lock);
            lock.lock();
            probe();
            lock.unlock();
            lock.lock();
            probe();
        }
#pragma omp barrier
        {
            std::unique_lock<std::timed_mutex> lock(gate, std::try_to_lock);
            if (lock.owns_lock())
                probe();
        }
#pragma omp barrier
        {
            std::unique_lock<std::timed_mutex> lock(gate, std::defer_lock);
            while (!lock.try_lock_for(std::chrono::milliseconds(20)))
                std::this_thread::yield();
            probe();
        }
#pragma omp barrier
        {
            std::scoped_lock both(gate, log_gate);
            probe();
        }
#pragma omp barrier
        nested(2);
#pragma omp barrier
        {
            std::unique_lock<std::shared_mutex> writer(table_gate);
            probe();
        }
    }
    if (rank == 0)
        std::puts("done");
    MPI_Finalize();
    return 0;
}
