// The first thread takes a lock in one masked region and gives it back in the next.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int written = 0, rounds = 2;
    omp_lock_t output;
    omp_init_lock(&output);
#pragma omp parallel num_threads(4)
    for (int round = 0; round < rounds; round++) {
#pragma omp masked
        {
            omp_set_lock(&output);
            written++;
        }
#pragma omp barrier
#pragma omp masked
        omp_unset_lock(&output);
#pragma omp barrier
    }
    omp_destroy_lock(&output);
    printf("%d\n", written);
    return 0;
}
