// Workers finalize when they are done; the master still wants everybody.
#include <mpi.h>

static int worker(int rank) { return rank * rank; }

int main(int argc, char **argv)
{
    int rank, size, result = 0, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank > 0) {
        result = worker(rank);
        MPI_Finalize();
        return 0;
    }
    MPI_Reduce(&result, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
