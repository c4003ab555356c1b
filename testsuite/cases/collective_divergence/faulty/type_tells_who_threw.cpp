// Each call throws a type of its own; the handler of one of them goes on to what the others do not call.
//@ levels: -O0 -O2
//@ ranks: 3
#include <mpi.h>

#include <stdexcept>
#include <string>

static void read_input(int rank)
{
    if (rank == 0)
        throw std::logic_error("no input");
}

static void solve(int rank)
{
    std::string name = "rank " + std::to_string(rank);
    if (rank > 0)
        throw std::runtime_error(name);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, state = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    try {
        std::string label = "step";
        try {
            read_input(rank);
            label += " 1";
            state = 2;
            solve(rank);
        } catch (const std::runtime_error &) {
            state += 1;
        }
        if (state == 3)
            MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    } catch (const std::logic_error &) {
        state = 3;
    }
    MPI_Allreduce(MPI_IN_PLACE, &state, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return state == 9 ? 0 : 1;
}
