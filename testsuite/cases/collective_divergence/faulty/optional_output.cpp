// Only the writing rank has a stream; the test for it stands around too much.
#include <mpi.h>
#include <fstream>
#include <iostream>
#include <memory>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::unique_ptr<std::ostream> out;
    if (rank == 0)
        out = std::make_unique<std::ostream>(std::cout.rdbuf());
    double mine = rank + 1.0, sum = 0.0;
    if (out) {
        MPI_Reduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD); //~ collective_divergence
        *out << "sum " << sum << std::endl;
    }
    MPI_Finalize();
    return 0;
}
