// The helper called from a task prints at once; the task is run once anyway.
//@ flags: -fopenmp
//@ mpi: none
//@ repeat: 50
#include <stdio.h>

static void report(const char *stage, int value)
{
    printf("%s: %d\n", stage, value);
}

int main(void)
{
    int nodes = 5;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task firstprivate(nodes)
        {
            nodes *= 2;
            report("refined", nodes);
        }
#pragma omp taskwait
        printf("end\n");
    }
    return 0;
}
