// A phase of the program: rows of a triangle. It is left early by one rank.
#include <mpi.h>

static int phase(MPI_Comm comm, int rank, int size)
{
    int rows[36] = { 0 }, row[8], counts[8], starts[8];
    if (rank == size - 1)
        return -1;
    for (int i = 0; i < size; i++) {
        counts[i] = i + 1;
        starts[i] = i * (i + 1) / 2;
    }
    MPI_Scatterv(rows, counts, starts, MPI_INT, row, rank + 1, MPI_INT, 0, comm); //~ collective_divergence
    return 0;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int status = phase(MPI_COMM_WORLD, rank, size);
    MPI_Finalize();
    return status > 0;
}
