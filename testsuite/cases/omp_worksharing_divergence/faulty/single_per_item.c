// The threads deal the items among themselves and meet a single construct for each of their own.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

int main(void)
{
    const int items = 7;
    int sum = 0;
#pragma omp parallel num_threads(3)
    {
        for (int item = omp_get_thread_num(); item < items; item += omp_get_num_threads()) {
#pragma omp single //~ omp_worksharing_divergence
            sum += item;
        }
    }
    printf("%d of %d\n", sum, items * (items - 1) / 2);
    return 0;
}
