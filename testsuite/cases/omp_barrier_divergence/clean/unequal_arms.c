// The producer waits as often as the consumers: twice.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

static int slot, seen;

int main(void)
{
#pragma omp parallel num_threads(3)
    {
        if (omp_get_thread_num() == 0) {
            slot = 11;
#pragma omp barrier
            /* the consumers read */
#pragma omp barrier
            slot = 0;
        } else {
#pragma omp barrier
#pragma omp atomic
            seen += slot;
#pragma omp barrier
        }
    }
    printf("%d %d\n", seen, slot);
    return 0;
}
