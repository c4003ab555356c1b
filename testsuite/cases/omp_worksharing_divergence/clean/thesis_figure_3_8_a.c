// Situation 1 of figure 3.8 with a condition that is the same for the whole team.
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
        if (verbose && omp_get_num_threads() > 1) {
#pragma omp single
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
