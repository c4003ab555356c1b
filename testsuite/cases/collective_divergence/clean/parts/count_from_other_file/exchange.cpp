#include "mesh.h"

void exchange(const Mesh &mesh)
{
    for (int cell = 0; cell < mesh.cells(); cell++) {
        double flux = cell, largest = 0.0;
        MPI_Allreduce(&flux, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    }
}
