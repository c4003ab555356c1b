// Who finds the number cancels the loop; then the whole team comes to the single construct.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

#define N 64

int main(void)
{
    int number[N], position = -1, reports = 0;
    for (int i = 0; i < N; i++)
        number[i] = (i * 37) % N;
#pragma omp parallel num_threads(4)
    {
        int mine = 0;
#pragma omp for
        for (int i = 0; i < N; i++) {
            if (number[i] == 5) {
                mine = 1;
#pragma omp atomic write
                position = i;
#pragma omp cancel for
            }
#pragma omp cancellation point for
        }
#pragma omp single
        reports++;
        if (mine)
            printf("found\n");
    }
    printf("%d, %d report\n", position, reports);
    return 0;
}
