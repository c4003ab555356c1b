// A C program around a Fortran library: the library knows the rank, the C side decides.
//@ files: parts/c_asks_fortran/domain.f90
#include <mpi.h>

void domain_setup(int cells);
int domain_owned(void);
int domain_total(void);

int main(int argc, char **argv)
{
    double flux = 1.0, sum = 0.0;
    MPI_Init(&argc, &argv);
    domain_setup(7);
    for (int cell = 0; cell < domain_owned(); cell++)
        MPI_Allreduce(&flux, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
