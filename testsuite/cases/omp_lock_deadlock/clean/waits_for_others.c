// With the lock only those tasks are waited for that do not need it, or that have ended before.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

static omp_lock_t guard;
static int total, other;

static void add(void)
{
    omp_set_lock(&guard);
    total++;
    omp_unset_lock(&guard);
}

int main(void)
{
    omp_init_lock(&guard);
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        omp_set_lock(&guard);
#pragma omp task
        add();
#pragma omp taskgroup
        {
#pragma omp task
            other++;
        }
        omp_unset_lock(&guard);
#pragma omp taskwait
        omp_set_lock(&guard);
#pragma omp task
        add();
#pragma omp task depend(out : other)
        other++;
#pragma omp taskwait depend(in : other)
        omp_unset_lock(&guard);
#pragma omp taskwait
#pragma omp taskgroup
        {
#pragma omp task
            add();
        }
        omp_set_lock(&guard);
#pragma omp taskwait
        omp_unset_lock(&guard);
    }
    omp_destroy_lock(&guard);
    printf("%d %d\n", total, other);
    return 0;
}
