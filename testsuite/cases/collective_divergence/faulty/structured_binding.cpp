// A helper returns the range as a pair, taken apart by a structured binding.
#include <mpi.h>
#include <utility>

static std::pair<int, int> my_range(int total, int rank, int size)
{
    const int chunk = (total + size - 1) / size;
    const int first = rank * chunk;
    return { first, first + chunk < total ? first + chunk : total };
}

template <typename Body> static void for_range(int first, int last, Body body)
{
    for (int i = first; i < last; i++)
        body(i);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const auto [first, last] = my_range(7, rank, size);
    for_range(first, last, [](int i) {
        double weight = i, heaviest;
        MPI_Allreduce(&weight, &heaviest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD); //~ collective_divergence
    });
    MPI_Finalize();
    return 0;
}
