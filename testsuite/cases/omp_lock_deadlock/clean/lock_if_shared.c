// The lock is taken and given back if the table is shared; an index out of range is refused before.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

static omp_lock_t table_lock;
static double table[16];
static const int *options;

static int deposit(int place, double amount)
{
    if (place >= 16)
        return 1;
    if (options[1] > 0 && options[2] > 1)
        omp_set_lock(&table_lock);
    table[place] += amount;
    if (options[1] > 0 && options[2] > 1)
        omp_unset_lock(&table_lock);
    return 0;
}

int main(int argc, char **argv)
{
    int given[3] = {0, argc, argc + 1}, refused = 0;
    options = given;
    omp_init_lock(&table_lock);
#pragma omp parallel for num_threads(2) reduction(+ : refused)
    for (int i = 0; i < 64; i++)
        refused += deposit(i % 32, 1.0);
    omp_destroy_lock(&table_lock);
    printf("%s: %d refused\n", argc > 1 ? argv[1] : "table", refused);
    return 0;
}
