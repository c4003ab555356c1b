// All threads but the chosen one talk to the other ranks.
//@ flags: -fopenmp
//@ threads: 3
#include <mpi.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int provided, chosen = argc > 1 ? atoi(argv[1]) : 0, own = 1, all = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
#pragma omp parallel
    {
        if (omp_get_thread_num() != chosen)
            MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ collective_in_parallel
    }
    printf("%d\n", all);
    MPI_Finalize();
    return 0;
}
