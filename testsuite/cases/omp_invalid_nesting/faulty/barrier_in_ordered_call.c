// The ordered part of an iteration calls a function with a barrier; the next iteration waits for it.
//@ flags: -fopenmp
//@ mpi: none
#include <stdio.h>

static int written[4], count;

static void flush_lines(void)
{
#pragma omp barrier //~ omp_invalid_nesting
}

static void write_line(int line)
{
    written[count++] = line;
    flush_lines();
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
    }
    printf("%d %d\n", count, written[3]);
    return 0;
}
