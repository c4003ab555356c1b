// Aligned memory runs out anywhere or nowhere; what is put there is as much as all know.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, *steps;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (posix_memalign((void **)&steps, 64, 8 * sizeof *steps) != 0) {
        MPI_Finalize();
        return 1;
    }
    steps[0] = size;
    if (steps[0] > 0)
        MPI_Barrier(MPI_COMM_WORLD);
    free(steps);
    MPI_Finalize();
    return 0;
}
