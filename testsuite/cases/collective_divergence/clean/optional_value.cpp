// std::optional that only some ranks fill.
//@ flags: -std=c++17
#include <mpi.h>
#include <optional>

static std::optional<double> sample(int part)
{
    if (part % 2 == 0)
        return 0.25 * part;
    return std::nullopt;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const auto value = sample(size * 2);
    if (value) {
        double mine = *value, sum = 0.0;
        MPI_Reduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
