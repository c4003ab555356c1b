// Throw and collective in the same try block; calls are invokes there.
#include <mpi.h>
#include <stdexcept>

struct singular_matrix : std::logic_error {
    using std::logic_error::logic_error;
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, solved = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double pivot = rank == 2 ? 0.0 : 1.0;
    try {
        if (pivot == 0.0)
            throw singular_matrix("zero pivot");
        double inverse = 1.0 / pivot, sum;
        MPI_Allreduce(&inverse, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
        solved = 1;
    } catch (const singular_matrix &) {
        solved = 0;
    }
    MPI_Finalize();
    return solved > 1;
}
