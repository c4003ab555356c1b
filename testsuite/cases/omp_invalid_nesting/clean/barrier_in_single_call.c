// The function with the barrier is called by all threads, next to the single region.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

static int grid[16], filled;

static void fill_and_wait(void)
{
    int me = omp_get_thread_num(), team = omp_get_num_threads();
    for (int i = me; i < 16; i += team)
        grid[i] = i;
#pragma omp barrier
}

int main(void)
{
#pragma omp parallel num_threads(4)
    {
        fill_and_wait();
#pragma omp single
        {
            for (int i = 0; i < 16; i++)
                filled += grid[i] == i;
        }
    }
    printf("%s\n", filled == 16 ? "filled" : "holes");
    return 0;
}
