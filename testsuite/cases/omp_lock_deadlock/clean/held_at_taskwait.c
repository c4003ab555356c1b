// Who makes the tasks waits for them, and then takes the lock that they needed.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

static omp_lock_t guard;
static int total;

static void add(int value)
{
    omp_set_lock(&guard);
    total += value;
    omp_unset_lock(&guard);
}

int main(void)
{
    omp_init_lock(&guard);
#pragma omp parallel num_threads(3)
#pragma omp single
    {
        for (int i = 0; i < 4; i++) {
#pragma omp task firstprivate(i)
            add(i);
        }
#pragma omp taskwait
        omp_set_lock(&guard);
        printf("%d\n", total);
        omp_unset_lock(&guard);
    }
    omp_destroy_lock(&guard);
    return 0;
}
