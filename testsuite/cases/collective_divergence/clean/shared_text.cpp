// Rank 0 reads the options and shares them, the length of a text first.
//@ args: 50 --log out.txt
//@ flags: -std=c++17
#include <mpi.h>

#include <cstdio>
#include <string>

struct Options {
    int grid = 40;
    std::string log;
};

static Options parse(int argc, char **argv)
{
    Options options;
    for (int i = 1; i < argc; i++) {
        const std::string word = argv[i];
        if (word == "--log" && i + 1 < argc)
            options.log = argv[++i];
        else
            options.grid = std::stoi(word);
    }
    return options;
}

static void share(std::string &text, MPI_Comm comm)
{
    int length = static_cast<int>(text.size());
    MPI_Bcast(&length, 1, MPI_INT, 0, comm);
    text.resize(static_cast<std::size_t>(length));
    MPI_Bcast(text.data(), length, MPI_CHAR, 0, comm);
}

static Options read_options(int argc, char **argv, MPI_Comm comm)
{
    Options options;
    int rank;
    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        options = parse(argc, argv);
    MPI_Bcast(&options.grid, 1, MPI_INT, 0, comm);
    share(options.log, comm);
    return options;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    const Options options = read_options(argc, argv, MPI_COMM_WORLD);
    if (!options.log.empty())
        MPI_Barrier(MPI_COMM_WORLD);
    if (options.grid > 40)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
