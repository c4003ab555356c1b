// Atmosphere, ocean and ice run side by side and meet in the coupler.
//@ ranks: 4
#include <mpi.h>

enum class Model { atmosphere, ocean, ice };

static Model model_of(int rank)
{
    switch (rank) {
    case 0:
    case 1:
        return Model::atmosphere;
    case 2:
        return Model::ocean;
    default:
        return Model::ice;
    }
}

static double couple(double flux)
{
    double sum = 0.0;
    MPI_Allreduce(&flux, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
    return sum;
}

static double atmosphere(MPI_Comm comm)
{
    double wind = 10.0, mean = 0.0;
    MPI_Allreduce(&wind, &mean, 1, MPI_DOUBLE, MPI_MAX, comm);
    return couple(0.1 * mean);
}

static double ocean(MPI_Comm comm)
{
    double heat = 4.0;
    MPI_Bcast(&heat, 1, MPI_DOUBLE, 0, comm);
    return couple(heat);
}

static double ice(MPI_Comm comm)
{
    double cover = 0.3;
    MPI_Bcast(&cover, 1, MPI_DOUBLE, 0, comm);
    return cover;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm comm;
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const Model model = model_of(rank);
    MPI_Comm_split(MPI_COMM_WORLD, static_cast<int>(model), rank, &comm);
    switch (model) {
    case Model::atmosphere:
        atmosphere(comm);
        break;
    case Model::ocean:
        ocean(comm);
        break;
    case Model::ice:
        ice(comm);
        break;
    }
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
