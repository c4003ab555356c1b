// Which of two flags is raised is up to how the program was started.
//@ ranks: 4
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, even = 0, odd = 0;
    double sum, one = 1.0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int *mine = argc > 0 ? &even : &odd;
    *mine = 1;
    if (even)
        MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return odd > 1;
}
