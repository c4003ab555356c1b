// An uncaught exception ends the job through the terminate handler.
#include <mpi.h>
#include <cstdio>
#include <exception>
#include <stdexcept>

static void terminate_job()
{
    std::fputs("terminating\n", stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void check(int rank)
{
    if (rank > 1000)
        throw std::out_of_range("rank");
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    std::set_terminate(terminate_job);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    check(rank);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
}
