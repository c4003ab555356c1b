// Only the threads that found something come to the loop that adds it up.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

#define N 16

int main(void)
{
    int data[N], weight = 0, hits = 0;
    for (int i = 0; i < N; i++)
        data[i] = i < N / 2 ? 0 : i;
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num(), own = 0;
        for (int i = me * N / 4; i < (me + 1) * N / 4; i++)
            own += data[i] > 0;
        if (own > 0) {
#pragma omp atomic
            hits += own;
#pragma omp for reduction(+ : weight) //~ omp_worksharing_divergence
            for (int i = 0; i < N; i++)
                weight += data[i];
        }
    }
    printf("%d %d\n", hits, weight);
    return 0;
}
