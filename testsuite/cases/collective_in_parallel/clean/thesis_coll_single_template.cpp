// The microbenchmark coll_single behind a template: run_on_one calls its argument on the master.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>

template <typename Action> void run_on_one(Action action)
{
#pragma omp parallel num_threads(4)
    {
#pragma omp master
        action();
    }
}

struct Barrier {
    MPI_Comm comm;
    void operator()() const
    {
        MPI_Barrier(comm);
    }
};

int main(int argc, char **argv)
{
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    run_on_one(Barrier{MPI_COMM_WORLD});
    MPI_Finalize();
    return 0;
}
