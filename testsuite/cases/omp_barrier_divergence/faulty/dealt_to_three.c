// Eleven rows dealt to three threads: the last comes to the barrier three times, the others four.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

#define ROWS 11

static int row[ROWS];

int main(void)
{
#pragma omp parallel num_threads(3)
    {
        for (int r = omp_get_thread_num(); r < ROWS; r += 3) {
            row[r] = r;
#pragma omp barrier //~ omp_barrier_divergence
        }
    }
    printf("%d\n", row[4]);
    return 0;
}
