// A fence post: the last thread is left out of the barrier.
//@ flags: -fopenmp
//@ mpi: none
#include <assert.h>
#include <omp.h>
#include <stdio.h>

static int edge[8];

int main(void)
{
    int errors = 0;
    omp_set_num_threads(4);
#pragma omp parallel reduction(+ : errors)
    {
        int me = omp_get_thread_num(), team = omp_get_num_threads();
        edge[me] = me;
        if (me < team - 1) {
#pragma omp barrier //~ omp_barrier_divergence
            errors += edge[me + 1] != me + 1;
        }
    }
    printf("%d errors\n", errors);
    return 0;
}
