// A shared loop deals the items; a critical section prints.
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
#pragma omp for schedule(static, 1)
        for (int item = 0; item < items; item++) {
#pragma omp critical(sum)
            sum += item;
        }
    }
    printf("%d of %d\n", sum, items * (items - 1) / 2);
    return 0;
}
