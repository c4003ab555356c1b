// One template, several instances, one warning per line.
#include <mpi.h>
#include <cstdio>
#include <vector>

template <typename T> struct mpi_type;
template <> struct mpi_type<int> {
    static MPI_Datatype value() { return MPI_INT; }
};
template <> struct mpi_type<double> {
    static MPI_Datatype value() { return MPI_DOUBLE; }
};

template <typename T> std::vector<T> sum_all(const std::vector<T> &local, MPI_Comm comm)
{
    std::vector<T> global(local.size());
    MPI_Allreduce(local.data(), global.data(), static_cast<int>(local.size()), //~ collective_divergence
                  mpi_type<T>::value(), MPI_SUM, comm);
    return global;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::vector<int> counts(3, 1);
    std::vector<double> values(3, 0.5);
    if (rank == 0) {
        counts = sum_all(counts, MPI_COMM_WORLD);
        values = sum_all(values, MPI_COMM_WORLD);
    }
    if (rank == 0)
        std::printf("%d %g\n", counts[0], values[0]);
    MPI_Finalize();
}
