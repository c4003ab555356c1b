// How long texts are that all ranks make alike decides about collectives, and is no reason to look while the program runs.
//@ args: out
//@ check: nothing
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
    if (argc > 1)
        options.log = argv[1];
    return options;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    const Options options = read(argc, argv);
    std::string file = options.name + "_" + options.log;
    if (!options.log.empty())
        MPI_Barrier(MPI_COMM_WORLD);
    file += ".txt";
    if (file.length() > 8)
        MPI_Barrier(MPI_COMM_WORLD);
    for (std::size_t i = 0; i < options.name.size(); i++)
        MPI_Barrier(MPI_COMM_WORLD);
    const std::string blanks(static_cast<std::size_t>(argc), ' ');
    if (blanks.size() == 2)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
