// The iterations of a taskloop are tasks: a barrier in a function they call never ends.
//@ flags: -fopenmp
//@ mpi: none
#include <stdio.h>

static int squares[6];

static void square(int i)
{
    squares[i] = i * i;
#pragma omp barrier //~ omp_invalid_nesting
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
