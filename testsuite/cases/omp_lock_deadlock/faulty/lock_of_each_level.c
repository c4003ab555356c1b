// A function that calls itself takes the same lock at each level.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

enum { LEVELS = 20 };
static omp_lock_t locks[LEVELS];
static int counts[LEVELS];

static void descend(int level)
{
    omp_set_lock(&locks[0]); //~ omp_lock_deadlock
    counts[level]++;
    if (level + 1 < LEVELS)
        descend(level + 1);
    omp_unset_lock(&locks[0]);
}

int main(void)
{
    for (int i = 0; i < LEVELS; i++)
        omp_init_lock(&locks[i]);
#pragma omp parallel num_threads(3)
    descend(0);
    printf("%d\n", counts[LEVELS - 1]);
    return 0;
}
