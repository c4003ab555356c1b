// Threads see at different times that the flag is set; all come to the barrier.
//@ flags: -fopenmp
//@ mpi: none
//@ threads: 2
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int stop = 0, total = 0;
#pragma omp parallel num_threads(2) reduction(+ : total)
    {
        int seen;
        /* The first thread waits for the flag, the other one looks before it sets it. */
        do {
#pragma omp atomic read
            seen = stop;
        } while (seen == 0 && omp_get_thread_num() == 0);
#pragma omp atomic write
        stop = 1;
        total += seen;
#pragma omp barrier
    }
    printf("%d\n", total > 0);
    return 0;
}
