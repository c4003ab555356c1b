// The root is an argument of a template function two calls up.
#include <mpi.h>
#include <vector>

template <typename T> MPI_Datatype datatype();
template <> MPI_Datatype datatype<int>() { return MPI_INT; }
template <> MPI_Datatype datatype<double>() { return MPI_DOUBLE; }

template <typename T> void broadcast(std::vector<T> &values, int root, MPI_Comm comm)
{
    MPI_Bcast(values.data(), static_cast<int>(values.size()), datatype<T>(), root, comm);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::vector<double> field(4, 1.0);
    broadcast(field, size > 1 ? 1 : 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
