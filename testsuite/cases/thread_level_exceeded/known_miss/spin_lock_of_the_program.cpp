// A correct program whose lock is made of an atomic flag.
//@ flags: -fopenmp -pthread
//@ ranks: 2
//@ why: a false alarm: operations on atomic variables are not understood as a lock, neither while compiling nor in the run
#include <atomic>
#include <cstdio>
#include <mpi.h>
#include <mutex>
#include <thread>

class SpinLock {
public:
    void lock()
    {
        while (flag_.test_and_set(std::memory_order_acquire))
            std::this_thread::yield();
    }
    void unlock() { flag_.clear(std::memory_order_release); }

private:
    std::atomic_flag flag_ = ATOMIC_FLAG_INIT;
};

static SpinLock gate;

int main(int argc, char **argv)
{
    int provided, rank;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel
    {
        std::lock_guard<SpinLock> guard(gate);
        int flag;
        MPI_Iprobe(MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE); //~ thread_level_exceeded
    }
    if (rank == 0)
        std::puts("done");
    MPI_Finalize();
    return 0;
}
