// An algorithm calls a lambda per local particle; the lambda captures the communicator by reference.
#include <mpi.h>
#include <algorithm>
#include <vector>

struct Particle {
    double x, charge;
};

static std::vector<Particle> local_particles(int total, int rank, int size)
{
    std::vector<Particle> particles;
    for (int i = rank; i < total; i += size)
        particles.push_back({ 0.1 * i, i % 2 ? 1.0 : -1.0 });
    return particles;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    const auto particles = local_particles(7, rank, size);
    double charge = 0.0;
    std::for_each(particles.begin(), particles.end(), [&](const Particle &p) {
        charge += p.charge;
    });
    MPI_Allreduce(MPI_IN_PLACE, &charge, 1, MPI_DOUBLE, MPI_SUM, comm);
    MPI_Finalize();
    return 0;
}
