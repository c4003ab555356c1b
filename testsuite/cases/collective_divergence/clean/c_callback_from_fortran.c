// A C function is handed to a Fortran driver that calls it per owned element.
//@ files: parts/c_callback_from_fortran/driver.f90
#include <mpi.h>

void for_elements(int elements, void (*visit)(int element, double *sum), double *sum);

static void assemble(int element, double *sum)
{
    double part = 0.5 * element, whole = 0.0;
    whole = part;
    *sum += whole;
}

int main(int argc, char **argv)
{
    double sum = 0.0, total = 0.0;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for_elements(4 - rank, assemble, &sum);
    MPI_Allreduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return total < 0.0;
}
