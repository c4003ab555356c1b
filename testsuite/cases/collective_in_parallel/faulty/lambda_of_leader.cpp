// Every thread calls what the lambda wraps.
//@ flags: -fopenmp
//@ threads: 2
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv)
{
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
#pragma omp parallel
    {
        const int number = omp_get_thread_num();
        auto meet = [&] {
            (void)number;
            MPI_Barrier(MPI_COMM_WORLD); //~ collective_in_parallel
        };
        meet();
    }
    MPI_Finalize();
    return 0;
}
