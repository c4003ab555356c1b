// Only the first thread sends: each asks the lambda, which looks at the thread's own number.
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
            if (number == 0)
                MPI_Barrier(MPI_COMM_WORLD);
        };
        meet();
    }
    MPI_Finalize();
    return 0;
}
