// Each thread has rows of its own; the last thread goes through one more.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

#define ROWS 4

static double row[64];

int main(void)
{
    int chunk = ROWS;
#pragma omp parallel num_threads(4) shared(chunk)
    {
        int first = omp_get_thread_num() * chunk, end = (omp_get_thread_num() + 1) * chunk + omp_get_thread_num() / 3;
        for (int r = first; r < end; r++) {
            row[r] = r;
#pragma omp barrier //~ omp_barrier_divergence
        }
    }
    printf("%g\n", row[5]);
    return 0;
}
