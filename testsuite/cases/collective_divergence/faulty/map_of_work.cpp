// One collective per key of a map; keys differ between ranks.
// How many keys a map has is kept by the library, out of sight.
#include <mpi.h>
#include <map>
#include <string>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::map<std::string, double> timers;
    timers["solve"] = 1.0;
    if (rank == 0)
        timers["write"] = 0.5;
    for (auto &[name, seconds] : timers) {
        double longest = 0.0;
        MPI_Reduce(&seconds, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD); //~ collective_divergence
    }
    MPI_Finalize();
    return 0;
}
