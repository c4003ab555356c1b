// How long texts are decides about collectives, and only rank 0 has read its options.
//@ args: out
//@ levels: -O0 -O2
#include <mpi.h>

#include <string>

struct Options {
    std::string name = "mesh";
    std::string log;
};

static Options read(int argc, char **argv)
{
    Options options;
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && argc > 1)
        options.log = argv[1];
    return options;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    const Options options = read(argc, argv);
    std::string file = options.name + "_" + options.log;
    if (!options.log.empty())
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    file += ".txt";
    if (file.length() > 8)
        MPI_Allreduce(MPI_IN_PLACE, &argc, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
