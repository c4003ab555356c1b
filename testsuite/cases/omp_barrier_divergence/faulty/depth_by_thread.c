// Each thread smooths its levels, and meets the others between them; some have one level more.
//@ flags: -fopenmp
//@ mpi: none
//@ static: none
#include <omp.h>
#include <stdio.h>

static double levels[8];

static void smooth(int level)
{
    if (level == 0)
        return;
#pragma omp atomic
    levels[level] += 0.5;
#pragma omp barrier
    smooth(level - 1);
}

int main(void)
{
#pragma omp parallel num_threads(4)
    smooth(3 + omp_get_thread_num() % 2);
    printf("%g\n", levels[1] + levels[2] + levels[3]);
    return 0;
}
