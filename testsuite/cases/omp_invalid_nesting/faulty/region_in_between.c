// The iteration's function shares a loop of the team that is already sharing the iterations.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

static double image[4][8];

static void filter(int row)
{
#pragma omp for //~ omp_invalid_nesting
    for (int x = 0; x < 8; x++)
        image[row][x] = 0.25 * row + x;
}

static void filter_row(int row)
{
    filter(row);
}

int main(void)
{
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
#pragma omp for
        for (int row = 0; row < 4; row++)
            filter_row(row);
    }
    printf("%g\n", image[3][7]);
    return 0;
}
