// The ordered part only writes; the function with the barrier is called behind the loop.
//@ flags: -fopenmp
//@ mpi: none
#include <stdio.h>

static int written[4], count;

static void flush_lines(void)
{
#pragma omp barrier
}

static void write_line(int line)
{
    written[count++] = line;
}

int main(void)
{
#pragma omp parallel num_threads(2)
    {
#pragma omp for ordered schedule(static, 1)
        for (int i = 0; i < 4; i++) {
            int line = 10 * i;
#pragma omp ordered
            write_line(line);
        }
        flush_lines();
    }
    printf("%d %d\n", count, written[3]);
    return 0;
}
