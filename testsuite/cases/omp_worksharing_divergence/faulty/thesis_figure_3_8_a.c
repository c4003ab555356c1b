// Situation 1 of figure 3.8: not all threads encounter the single construct.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static int calls;

static void f(int verbose)
{
#pragma omp parallel num_threads(4)
    {
        if (verbose && omp_get_thread_num() < 2) {
#pragma omp single //~ omp_worksharing_divergence
            {
                calls++;
            }
        }
#pragma omp barrier
    }
}

int main(int argc, char **argv)
{
    f(argc > 1 ? atoi(argv[1]) : 1);
    printf("%d\n", calls);
    return 0;
}
