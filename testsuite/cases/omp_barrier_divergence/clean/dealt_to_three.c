// Twelve rows dealt to three threads: each comes to the barrier four times.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

#define ROWS 12

static int row[ROWS];

int main(void)
{
#pragma omp parallel num_threads(3)
    {
        for (int r = omp_get_thread_num(); r < ROWS; r += 3) {
            row[r] = r;
#pragma omp barrier
        }
    }
    printf("%d\n", row[4]);
    return 0;
}
