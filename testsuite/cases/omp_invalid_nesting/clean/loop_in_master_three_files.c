// The whole team calls the assembly; the master only counts.
//@ flags: -fopenmp
//@ mpi: none
//@ files: parts/loop_in_master_three_files/assembly.c parts/loop_in_master_three_files/element.c
#include <stdio.h>

void assemble(double *matrix, int n);

int main(void)
{
    double matrix[36] = {0};
    int assembled = 0;
#pragma omp parallel num_threads(4)
    {
        assemble(matrix, 6);
#pragma omp master
        assembled++;
    }
    printf("%d %g\n", assembled, matrix[35]);
    return 0;
}
