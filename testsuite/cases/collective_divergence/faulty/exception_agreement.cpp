// An exception on one rank becomes a code all ranks agree about.
#include <mpi.h>
#include <stdexcept>
#include <vector>

static void assemble(std::vector<double> &matrix, int rank)
{
    if (rank == 2)
        throw std::domain_error("degenerate element");
    matrix.assign(9, 1.0);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::vector<double> matrix;
    int failed = 0;
    try {
        assemble(matrix, rank);
    } catch (const std::domain_error &) {
        failed = 1;
    }
    if (!failed) {
        double sum = 0.0;
        for (double x : matrix)
            sum += x;
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
    }
    MPI_Finalize();
    return 0;
}
