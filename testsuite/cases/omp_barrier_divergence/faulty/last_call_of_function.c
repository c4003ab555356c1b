// The barrier is the last call of its function, which optimised code would jump to: the run knows its line.
//@ mpi: none
//@ flags: -fopenmp
//@ levels: -O2
//@ says: last_call_of_function.c:25
#include <omp.h>
#include <stdio.h>

static void all_meet(void);

int main(void)
{
#pragma omp parallel num_threads(3)
    {
        if (omp_get_thread_num() < 2)
            all_meet();
    }
    puts("done");
    return 0;
}

__attribute__((noinline)) static void all_meet(void)
{
    printf("thread %d\n", omp_get_thread_num());
#pragma omp barrier //~ omp_barrier_divergence
}
