// One of the functions of a table throws, on one rank, in front of what all call in the same scope.
//@ ranks: 3
#include <mpi.h>

#include <stdexcept>

static void read_all(int rank)
{
    if (rank == 1)
        throw std::runtime_error("cannot read");
}

static void skip(int) {}

static void (*const readers[])(int) = {read_all, skip};

struct Source {
    virtual ~Source() = default;
    virtual void open(int rank)
    {
        if (rank == 2)
            throw std::runtime_error("cannot open");
    }
};

struct Nothing : Source {
    void open(int) override {}
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, failed = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    Source *source = argc > 3 ? new Nothing : new Source;
    try {
        readers[argc > 3](rank);
        source->open(rank);
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    } catch (const std::runtime_error &) {
        failed = 1;
    }
    delete source;
    MPI_Finalize();
    return failed;
}
