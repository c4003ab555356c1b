#include "field.h"

void kernel(double increment)
{
#pragma omp for nowait
    for (int i = 0; i < CELLS; i++)
        field[i] += increment;
}
