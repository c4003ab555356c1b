// Each thread has rows of its own, and goes through as many of them as any other.
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
        int first = omp_get_thread_num() * chunk, end = (omp_get_thread_num() + 1) * chunk;
        for (int r = first; r < end; r++) {
            row[r] = r;
#pragma omp barrier
        }
    }
    printf("%g\n", row[5]);
    return 0;
}
