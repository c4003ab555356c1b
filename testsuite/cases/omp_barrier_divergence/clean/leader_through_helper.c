// Whether there is a team is asked of a helper, and the answer is the same for all its threads.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

static int in_team(void)
{
    return omp_get_num_threads() > 1;
}

int main(void)
{
    int token = 0, copies = 0;
#pragma omp parallel num_threads(4)
    {
#pragma omp master
        token = 9;
        if (in_team()) {
#pragma omp barrier
        }
#pragma omp atomic
        copies += token;
    }
    printf("%d\n", copies);
    return 0;
}
