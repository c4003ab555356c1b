// The check of the thread's number always holds.
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
        if (me >= 0 && me < team) {
#pragma omp barrier
            errors += edge[(me + 1) % team] != (me + 1) % team;
        }
    }
    printf("%d errors\n", errors);
    return 0;
}
