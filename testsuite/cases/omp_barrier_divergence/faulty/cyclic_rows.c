// Ten rows dealt to four threads: two threads come to the barrier three times, two twice.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

#define ROWS 10

int main(void)
{
    static int row[ROWS];
#pragma omp parallel num_threads(4)
    {
        int team = omp_get_num_threads();
        for (int r = omp_get_thread_num(); r < ROWS; r += team) {
            row[r] = r * r;
#pragma omp barrier //~ omp_barrier_divergence
            if (r > 0 && r < ROWS && row[r - 1] > row[r])
                printf("row %d is not in order\n", r);
        }
    }
    printf("%d\n", row[ROWS - 1]);
    return 0;
}
