// The loop is meant for the lower half of the team, but every thread has to come to it.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

#define N 40

int main(void)
{
    static int a[N], b[N];
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num(), half = omp_get_num_threads() / 2;
        if (me < half) {
#pragma omp for //~ omp_worksharing_divergence
            for (int i = 0; i < N; i++)
                a[i] = i;
        } else {
            for (int i = me - half; i < N; i += half)
                b[i] = -i;
        }
    }
    int sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] + b[i];
    printf("%d\n", sum);
    return 0;
}
