// log_line has a critical section of its own name.
//@ flags: -fopenmp
//@ mpi: none
#include <stdio.h>

static int lines, total;

static void log_line(int value)
{
#pragma omp critical(logging)
    {
        lines++;
        total += value;
    }
}

int main(void)
{
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 8; i++) {
#pragma omp critical(output)
        {
            log_line(i);
        }
    }
    printf("%d lines, %d\n", lines, total);
    return 0;
}
