// What is thrown on one rank is caught there; all agree whether anybody has failed, in loops and behind them.
#include <iostream>
#include <mpi.h>
#include <stdexcept>

static void advance(int step, int rank)
{
    if (step > 5 && rank == 1)
        throw std::runtime_error("no convergence");
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    bool failed = false;
    int any = 0;
    for (int step = 0; step < 4; step++) {
        try {
            advance(step, rank);
        } catch (const std::exception &problem) {
            std::cerr << problem.what() << '\n';
            failed = true;
        }
        int own = failed ? 1 : 0;
        MPI_Allreduce(&own, &any, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
        if (any)
            break;
    }
    int own = failed ? 1 : 0;
    MPI_Allreduce(&own, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (failed || any) {
        MPI_Finalize();
        return 1;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
