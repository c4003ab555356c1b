// Which part begins is up to the command line; either may throw, and none does.
#include <memory>
#include <mpi.h>
#include <stdexcept>

struct Part {
    virtual ~Part() = default;
    virtual void begin(int rank) = 0;
};

struct Pairs : Part {
    int partner = 0;

    void begin(int rank) override
    {
        if (rank < 0)
            throw std::runtime_error("no partner");
        partner = rank ^ 1;
    }
};

struct Alone : Part {
    void begin(int) override {}
};

static void begin(Part &part, int rank)
{
    part.begin(rank);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::unique_ptr<Part> part;
    if (argc > 1)
        part = std::make_unique<Alone>();
    else
        part = std::make_unique<Pairs>();
    bool begun = true;
    try {
        begin(*part, rank);
    } catch (const std::exception &) {
        begun = false;
    }
    if (begun)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
