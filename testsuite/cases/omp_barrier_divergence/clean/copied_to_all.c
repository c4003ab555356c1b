// One thread draws the number, copyprivate gives it to all.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

static unsigned draw(unsigned seed)
{
    return (seed * 1103515245u + 12345u) >> 16 & 3u;
}

int main(void)
{
    int waits = 0;
#pragma omp parallel num_threads(4)
    {
        unsigned number;
#pragma omp single copyprivate(number)
        number = draw(omp_get_thread_num());
        if (number > 1) {
#pragma omp barrier
#pragma omp atomic
            waits++;
        }
    }
    printf("%s\n", waits == 0 || waits == 4 ? "all alike" : "parted");
    return 0;
}
