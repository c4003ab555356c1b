// A task prints through a helper that has a single construct: no team comes to it.
//@ flags: -fopenmp
//@ mpi: none
//@ repeat: 50
#include <stdio.h>

static void report(const char *stage, int value)
{
#pragma omp single //~ omp_invalid_nesting
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
