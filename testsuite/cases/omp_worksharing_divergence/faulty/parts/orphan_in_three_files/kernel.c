#include "field.h"

void kernel(double increment)
{
#pragma omp for nowait //~ omp_worksharing_divergence
    for (int i = 0; i < CELLS; i++)
        field[i] += increment;
}
