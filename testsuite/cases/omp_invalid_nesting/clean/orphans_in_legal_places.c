// Orphaned constructs called where they are legal: in the team, in a team of their own, serially.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

static int data[10];

static void add(int value)
{
#pragma omp for
    for (int i = 0; i < 10; i++)
        data[i] += value;
#pragma omp barrier
}

static void add_in_own_team(int value)
{
#pragma omp parallel num_threads(2)
    add(value);
}

int main(void)
{
    omp_set_max_active_levels(2);
    add(1);
#pragma omp parallel num_threads(3)
    {
        add(10);
#pragma omp single
        add_in_own_team(100);
#pragma omp master
        add_in_own_team(1000);
    }
    printf("%d %d\n", data[0], data[9]);
    return 0;
}
