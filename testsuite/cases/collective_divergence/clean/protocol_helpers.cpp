// Root and workers speak a protocol of three collectives, each side through helpers of its own.
#include <mpi.h>
#include <vector>

namespace root {
static void send_size(int n) { MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD); }
static void collect(int n, int size)
{
    std::vector<double> all(n * size), mine(n, 0.0);
    MPI_Gather(mine.data(), n, MPI_DOUBLE, all.data(), n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}
static void run(int size)
{
    const int n = 16;
    send_size(n);
    collect(n, size);
    MPI_Barrier(MPI_COMM_WORLD);
}
} // namespace root

namespace worker {
static int receive_size()
{
    int n = 0;
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return n;
}
static void run()
{
    const int n = receive_size();
    std::vector<double> mine(n, 1.0);
    MPI_Gather(mine.data(), n, MPI_DOUBLE, nullptr, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
}
} // namespace worker

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        root::run(size);
    else
        worker::run();
    MPI_Finalize();
    return 0;
}
