// The orphaned loop is two files away, and the thread that writes the log does not come to it.
//@ flags: -fopenmp
//@ mpi: none
//@ files: parts/orphan_in_three_files/step.c parts/orphan_in_three_files/kernel.c parts/orphan_in_three_files/field.h
#include "parts/orphan_in_three_files/field.h"
#include <stdio.h>

double field[CELLS];

int main(void)
{
#pragma omp parallel num_threads(4)
    for (int s = 0; s < 3; s++)
        step(s);
    printf("%g\n", field[CELLS - 1]);
    return 0;
}
