// A flag of each thread is set by filling memory, in all threads alike.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    omp_set_num_threads(4);
#pragma omp parallel
    {
        int late = 0, own[4];
        memset(own, omp_get_thread_num(), sizeof own);
        memset(&late, 1, sizeof late);
        if (late) {
#pragma omp barrier
        }
#pragma omp critical
        printf("%d\n", own[1]);
    }
    puts("done");
    return 0;
}
