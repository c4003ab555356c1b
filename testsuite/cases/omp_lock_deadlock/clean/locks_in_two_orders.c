// Two threads take two locks in different orders, one after the other: a barrier is between.
//@ flags: -fopenmp
//@ mpi: none
//@ threads: 2
#include <omp.h>
#include <stdio.h>

static omp_lock_t stock, orders;
static int in_stock = 5, ordered;

static void sell(void)
{
    omp_set_lock(&stock);
    omp_set_lock(&orders);
    in_stock -= ordered;
    omp_unset_lock(&orders);
    omp_unset_lock(&stock);
}

static void order(void)
{
    omp_set_lock(&orders);
    omp_set_lock(&stock);
    ordered += in_stock > 2;
    omp_unset_lock(&stock);
    omp_unset_lock(&orders);
}

int main(void)
{
    omp_init_lock(&stock);
    omp_init_lock(&orders);
#pragma omp parallel num_threads(2)
    {
        for (int round = 0; round < 20; round++) {
            order();
#pragma omp barrier
            sell();
#pragma omp barrier
        }
    }
    omp_destroy_lock(&orders);
    omp_destroy_lock(&stock);
    printf("%d\n", ordered > 0);
    return 0;
}
