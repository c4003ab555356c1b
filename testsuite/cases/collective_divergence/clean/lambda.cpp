// The collective is in a lambda that captures by reference.
#include <mpi.h>
#include <algorithm>
#include <vector>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    std::vector<double> field(8, 1.0);
    auto global_max = [&]() {
        double local = *std::max_element(field.begin(), field.end()), result = 0.0;
        MPI_Allreduce(&local, &result, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        return result;
    };

    double scale = 1.0;
    if (size != 1)
        scale = global_max();
    for (double &x : field)
        x /= scale;
    MPI_Finalize();
    return 0;
}
