// All three roles wait behind the switch.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int input = 0, squares = 0, cubes = 0;
#pragma omp parallel num_threads(3)
    {
        switch (omp_get_thread_num()) {
        case 0:
            input = 3;
            break;
        case 1:
#pragma omp atomic write
            squares = 0;
            break;
        default:
#pragma omp atomic write
            cubes = 0;
        }
#pragma omp barrier
#pragma omp sections
        {
#pragma omp section
            squares = input * input;
#pragma omp section
            cubes = input * input * input;
        }
    }
    printf("%d %d\n", squares, cubes);
    return 0;
}
