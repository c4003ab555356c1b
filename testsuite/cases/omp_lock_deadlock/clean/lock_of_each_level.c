// A function that calls itself takes another lock at each level, and gives it back before or after the call.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

enum { LEVELS = 20 };
static omp_lock_t locks[LEVELS];
static int counts[LEVELS];

static void descend(int level)
{
    if (level >= LEVELS)
        return;
    omp_set_lock(&locks[level]);
    counts[level]++;
    omp_unset_lock(&locks[level]);
    descend(level + 1);
}

static void descend_hand_over_hand(int level)
{
    if (level >= LEVELS)
        return;
    omp_set_lock(&locks[level]);
    counts[level]++;
    descend_hand_over_hand(level + 1);
    omp_unset_lock(&locks[level]);
}

int main(void)
{
    for (int i = 0; i < LEVELS; i++)
        omp_init_lock(&locks[i]);
#pragma omp parallel num_threads(3)
    {
        descend(0);
        descend_hand_over_hand(0);
    }
    printf("%d\n", counts[LEVELS - 1]);
    return counts[LEVELS - 1] != 6;
}
