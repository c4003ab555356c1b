// The lower half of the team shares the loop by hand.
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
            for (int i = me; i < N; i += half)
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
