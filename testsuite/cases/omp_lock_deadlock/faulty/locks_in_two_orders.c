// Two sections take two locks in different orders. That each holds its first is waited for here, so that it
// happens in each run.
//@ static: none
//@ flags: -fopenmp
//@ mpi: none
//@ threads: 2
//@ says: threads wait for locks that the others of them hold
#include <omp.h>
#include <stdio.h>

static omp_lock_t stock, orders;
static int in_stock = 5, ordered, both;

static void meet(void)
{
    int seen = 0;
#pragma omp atomic
    both++;
    while (seen < 2) {
#pragma omp atomic read
        seen = both;
    }
}

static void sell(void)
{
    omp_set_lock(&stock);
    meet();
    omp_set_lock(&orders);
    in_stock -= ordered;
    omp_unset_lock(&orders);
    omp_unset_lock(&stock);
}

static void order(void)
{
    omp_set_lock(&orders);
    meet();
    omp_set_lock(&stock);
    ordered = in_stock > 2;
    omp_unset_lock(&stock);
    omp_unset_lock(&orders);
}

int main(void)
{
    omp_init_lock(&stock);
    omp_init_lock(&orders);
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        sell();
#pragma omp section
        order();
    }
    omp_destroy_lock(&orders);
    omp_destroy_lock(&stock);
    printf("%d\n", in_stock + ordered);
    return 0;
}
