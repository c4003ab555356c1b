void add_elements(double *matrix, int count)
{
#pragma omp for schedule(static) //~ omp_invalid_nesting
    for (int e = 0; e < count; e++)
        matrix[e] += 0.5 * e;
}
