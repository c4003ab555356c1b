//@ files: parts/state_of_logger/print.cpp
// One rank prints the state and writes its log, both by functions of another file, and adds up the values there.
#include "parts/state_of_logger/state.hpp"

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    State state;
    state.x.resize(100);
    auto logger = make_logger(rank);
    state.log = logger.get();
    if (rank == 0)
        print(state);
    for (int i = 0; i < state.steps; i++) {
        double local = 0, all;
        for (double v : state.x)
            local += v;
        all = local;
        if (rank == 0 && i % 10 == 0)
            report(&state, i);
        if (state.log && rank == 0) {
            MPI_Allreduce(&local, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
            state.log->write("step");
        }
        if (all < state.tolerance)
            break;
    }
    if (state.x.size() > 50)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
