#ifndef NORM_H
#define NORM_H
#include <mpi.h>
#include <cmath>
#include <vector>

template <typename T> T norm(const std::vector<T> &values, MPI_Comm comm)
{
    double local = 0.0, sum = 0.0;
    for (T value : values)
        local += double(value) * double(value);
    MPI_Allreduce(&local, &sum, 1, MPI_DOUBLE, MPI_SUM, comm);
    return static_cast<T>(std::sqrt(sum));
}
#endif
