// The last thread leaves for its own work before the sections the others share.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

static int read_in, decoded, written;

static void stage(int thread)
{
    if (thread == omp_get_num_threads() - 1) {
        written = 1;
        return;
    }
#pragma omp sections //~ omp_worksharing_divergence
    {
#pragma omp section
        read_in = 1;
#pragma omp section
        decoded = 1;
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
