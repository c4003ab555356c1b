// Only who gets the lock comes to the barrier.
//@ static: none
//@ flags: -fopenmp
//@ mpi: none
//@ threads: 2
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int winners = 0;
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel
    {
        if (omp_test_lock(&lock)) {
            winners++;
#pragma omp barrier
            omp_unset_lock(&lock);
        }
    }
    omp_destroy_lock(&lock);
    printf("%d\n", winners > 0);
    return 0;
}
