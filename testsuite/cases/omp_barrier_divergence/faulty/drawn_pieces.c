// Who draws no piece any more leaves, and the others wait for them at the barrier.
//@ static: none
//@ flags: -fopenmp
//@ mpi: none
//@ threads: 2
#include <stdio.h>

int main(void)
{
    int next = 0, done = 0;
#pragma omp parallel
    {
        for (;;) {
            int piece;
#pragma omp atomic capture
            piece = next++;
            if (piece >= 5)
                break;
#pragma omp atomic
            done += 1;
#pragma omp barrier
        }
#pragma omp atomic
        done += 1;
    }
    printf("%d\n", done > 0);
    return 0;
}
