// A step that failed is told of, and the next one is tried, on all ranks alike; a stream without its facets would end the job.
#include <iostream>
#include <mpi.h>
#include <stdexcept>

struct Failed : std::runtime_error {
    using std::runtime_error::runtime_error;
};
struct Unknown : std::runtime_error {
    using std::runtime_error::runtime_error;
};

static void advance(int step, int rank)
{
    int failed = rank == 1 && step == 2, any;
    if (step > 5)
        throw Unknown("no such step");
    MPI_Allreduce(&failed, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (any)
        throw Failed("some rank failed");
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int step = 0; step < 8; step++) {
        try {
            advance(step, rank);
            if (rank == 0)
                std::cout << step << std::endl;
        } catch (const Failed &error) {
            if (rank == 0)
                std::cout << error.what() << std::endl;
        } catch (const Unknown &) {
            break;
        }
    }
    MPI_Finalize();
    return 0;
}
