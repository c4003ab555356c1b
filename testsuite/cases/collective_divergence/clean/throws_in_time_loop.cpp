// What is thrown on the rank whose cells have collapsed is caught there, and all end the loop over time.
#include <mpi.h>
#include <stdexcept>
#include <vector>

static double energy_of(double volume)
{
    if (volume <= 0)
        throw std::runtime_error("a cell has collapsed");
    return 1 / volume;
}

static double advance(std::vector<double> &volumes)
{
    double energy = 0;
    for (double &volume : volumes) {
        volume -= 0.25;
        energy += energy_of(volume);
    }
    return energy;
}

static double run(std::vector<double> &volumes, int steps)
{
    double total = 0;
    for (int step = 0; step < steps; step++) {
        double energy = 0;
        int collapsed = 0;
        try {
            energy = advance(volumes);
        } catch (const std::exception &) {
            collapsed = 1;
        }
        MPI_Allreduce(MPI_IN_PLACE, &collapsed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        if (collapsed)
            break;
        MPI_Allreduce(MPI_IN_PLACE, &energy, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        total += energy;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return total;
}

int main(int argc, char **argv)
{
    int rank, size, failed = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::vector<double> volumes(12 / size + (rank < 12 % size), 1.0 + rank);
    try {
        failed = run(volumes, 20) < 0;
    } catch (const std::exception &) {
        failed = 1;
    }
    MPI_Finalize();
    return failed;
}
