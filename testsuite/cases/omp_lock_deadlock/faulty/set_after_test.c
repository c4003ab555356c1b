// The lock that omp_test_lock has got is set once more.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

int main(void)
{
    omp_lock_t lock;
    int entered = 0, at_once = 0;
    omp_init_lock(&lock);
#pragma omp parallel num_threads(3)
    {
        if (omp_test_lock(&lock)) {
            at_once++;
            omp_set_lock(&lock); //~ omp_lock_deadlock
            entered++;
            omp_unset_lock(&lock);
        }
    }
    omp_destroy_lock(&lock);
    printf("%d %d\n", entered, at_once > 0);
    return 0;
}
