// Memory of a window is allocated collectively, whoever uses it.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    MPI_Win window;
    double *base = NULL;
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Aint bytes = rank == 0 ? 8 * sizeof(double) : 0;
    if (size > 0) {
        MPI_Win_allocate(bytes, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
        MPI_Win_free(&window);
    }
    MPI_Finalize();
    return 0;
}
