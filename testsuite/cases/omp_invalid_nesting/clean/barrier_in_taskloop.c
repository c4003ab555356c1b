// The function called by the taskloop has no barrier; the taskloop waits for its tasks itself.
//@ flags: -fopenmp
//@ mpi: none
#include <stdio.h>

static int squares[6];

static void square(int i)
{
    squares[i] = i * i;
}

int main(void)
{
    int sum = 0;
#pragma omp parallel num_threads(3)
    {
#pragma omp single
        {
#pragma omp taskloop num_tasks(3)
            for (int i = 0; i < 6; i++)
                square(i);
        }
#pragma omp for reduction(+ : sum)
        for (int i = 0; i < 6; i++)
            sum += squares[i];
    }
    printf("%d\n", sum);
    return 0;
}
