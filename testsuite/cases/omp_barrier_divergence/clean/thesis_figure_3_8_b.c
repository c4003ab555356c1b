// Situation 2 of figure 3.8, put right: all threads call the function with the barrier.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

static int done[4];

static void f(int me)
{
    done[me] = 1;
#pragma omp barrier
}

int main(void)
{
    int odd = 0;
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num();
        if (me % 2 == 1) {
#pragma omp atomic
            odd++;
        }
        f(me);
    }
    printf("%d odd\n", odd);
    return 0;
}
