// The object tests its request from a critical section: any thread of the team, not only the main one.
//@ flags: -fopenmp
//@ ranks: 2
#include <cstdio>
#include <mpi.h>

class Arrival {
public:
    Arrival(int from, int tag) { MPI_Irecv(&value_, 1, MPI_INT, from, tag, MPI_COMM_WORLD, &request_); }
    void poke()
    {
        int done = 0;
        MPI_Test(&request_, &done, MPI_STATUS_IGNORE); //~ thread_level_exceeded
    }
    int wait()
    {
        MPI_Wait(&request_, MPI_STATUS_IGNORE);
        return value_;
    }

private:
    int value_ = 0;
    MPI_Request request_ = MPI_REQUEST_NULL;
};

int main(int argc, char **argv)
{
    int provided, rank;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    if (provided < MPI_THREAD_FUNNELED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    long work = 0;
    {
        Arrival arrival(1 - rank, 3);
#pragma omp parallel num_threads(3) reduction(+ : work)
        {
#pragma omp for schedule(dynamic) nowait
            for (int i = 0; i < 30; ++i)
                work += i;
#pragma omp critical(progress)
            arrival.poke();
        }
        MPI_Send(&rank, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD);
        std::printf("rank %d: %ld from %d\n", rank, work, arrival.wait());
    }
    MPI_Finalize();
    return 0;
}
