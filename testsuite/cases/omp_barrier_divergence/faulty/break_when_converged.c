// A thread whose own column has converged leaves the loop the others still wait in.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

#define COLUMNS 4

int main(void)
{
    int left[COLUMNS] = {5, 3, 8, 1};
    int sweeps = 0, open = 0;
#pragma omp parallel num_threads(COLUMNS)
    {
        int me = omp_get_thread_num();
        for (int sweep = 0; sweep < 20; sweep++) {
            if (left[me] == 0)
                break;
            left[me]--;
#pragma omp barrier //~ omp_barrier_divergence
            if (me == 0)
                sweeps++;
        }
    }
    printf("%d %d\n", sweeps, open);
    return 0;
}
