// The microbenchmark coll_single behind a template: run_on_all calls its argument on every thread.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>

template <typename Action> void run_on_all(Action action)
{
#pragma omp parallel num_threads(4)
    {
        action();
    }
}

struct Barrier {
    MPI_Comm comm;
    void operator()() const
    {
        MPI_Barrier(comm); //~ collective_in_parallel
    }
};

int main(int argc, char **argv)
{
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    run_on_all(Barrier{MPI_COMM_WORLD});
    MPI_Finalize();
    return 0;
}
