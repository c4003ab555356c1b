// A destructor that runs because of an exception calls what the others do not.
#include <mpi.h>
#include <stdexcept>

struct Section {
    bool open = true;
    void leave()
    {
        open = false;
    }
    ~Section()
    {
        if (open)
            MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    }
};

static void run(int load)
{
    Section section;
    if (load > 1)
        throw std::runtime_error("overloaded");
    section.leave();
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    try {
        run(rank);
    } catch (const std::runtime_error &) {
    }
    MPI_Finalize();
    return 0;
}
