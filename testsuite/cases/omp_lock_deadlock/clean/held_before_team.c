// The lock is taken while the table is made, and given back before the team that wants it.
//@ flags: -fopenmp
//@ mpi: none
//@ check: nothing
#include <omp.h>
#include <stdio.h>

static omp_lock_t table;
static int entries;

int main(void)
{
    omp_init_lock(&table);
    omp_set_lock(&table);
    entries = 10;
    omp_unset_lock(&table);
#pragma omp parallel num_threads(4)
    {
        omp_set_lock(&table);
        entries++;
        omp_unset_lock(&table);
    }
    omp_destroy_lock(&table);
    printf("%d\n", entries);
    return 0;
}
