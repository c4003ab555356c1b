// All threads make as many rounds; only the work in a round may be missing.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

#define ROWS 10

int main(void)
{
    static int row[ROWS];
#pragma omp parallel num_threads(4)
    {
        int team = omp_get_num_threads();
        int rounds = (ROWS + team - 1) / team;
        for (int round = 0; round < rounds; round++) {
            int r = round * team + omp_get_thread_num();
            if (r < ROWS)
                row[r] = r * r;
#pragma omp barrier
            if (r > 0 && r < ROWS && row[r - 1] > row[r])
                printf("row %d is not in order\n", r);
        }
    }
    printf("%d\n", row[ROWS - 1]);
    return 0;
}
