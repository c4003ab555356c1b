// The threads add up what is left and leave the loop together.
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
            if (left[me] > 0)
                left[me]--;
#pragma omp single
            {
                open = 0;
                sweeps++;
            }
#pragma omp for reduction(+ : open)
            for (int c = 0; c < COLUMNS; c++)
                open += left[c];
            int rest = open;
#pragma omp barrier
            if (rest == 0)
                break;
        }
    }
    printf("%d %d\n", sweeps, open);
    return 0;
}
