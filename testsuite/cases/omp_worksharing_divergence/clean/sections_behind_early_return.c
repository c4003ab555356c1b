// The last thread's own work is a section like the others.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

static int read_in, decoded, written;

static void stage(int thread)
{
    (void)thread;
#pragma omp sections
    {
#pragma omp section
        read_in = 1;
#pragma omp section
        decoded = 1;
#pragma omp section
        written = 1;
    }
}

int main(void)
{
#pragma omp parallel num_threads(3)
    {
        stage(omp_get_thread_num());
    }
    printf("%d%d%d\n", read_in, decoded, written);
    return 0;
}
