// A std::thread is a thread too: it is not the one that initialised MPI.
//@ static: none
//@ flags: -fopenmp -pthread
//@ ranks: 2
#include <cstdio>
#include <mpi.h>
#include <thread>

int main(int argc, char **argv)
{
    int provided, rank, message = 0, answer = -1;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    if (provided < MPI_THREAD_FUNNELED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::thread helper([&] {
        message = 7 * (rank + 1);
        if (rank == 1)
            MPI_Send(&message, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    });
    double sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(2)
    for (int i = 0; i < 100; ++i)
        sum += i;
    helper.join();
    if (rank == 0) {
        MPI_Recv(&answer, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        std::printf("%d %g\n", answer, sum);
    }
    MPI_Finalize();
    return 0;
}
