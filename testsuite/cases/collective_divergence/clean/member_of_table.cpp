// Of each row of a table one function is for the root alone, the other for all ranks.
#include <mpi.h>

#include <cstdio>
#include <vector>

namespace {

struct State {
    MPI_Comm comm;
    int rank;
    std::vector<double> values;
};

void nothing(State &) {}

void fill(State &state)
{
    state.values.assign(16, 1.0);
}

void share(State &state)
{
    state.values.resize(16);
    MPI_Bcast(state.values.data(), 16, MPI_DOUBLE, 0, state.comm);
}

void scale(State &state)
{
    for (double &value : state.values)
        value *= 2;
}

void total(State &state)
{
    double own = 0, all = 0;
    for (double value : state.values)
        own += value;
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, state.comm);
    if (state.rank == 0)
        std::printf("%g\n", all);
}

struct Phase {
    void (*at_root)(State &);
    void (*everywhere)(State &);
};

constexpr Phase phases[] = {{fill, share}, {nothing, scale}, {nothing, total}};

} // namespace

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    State state{MPI_COMM_WORLD, 0, {}};
    MPI_Comm_rank(state.comm, &state.rank);
    for (int round = 0; round < 2; round++)
        for (std::size_t at = 0; at < sizeof phases / sizeof phases[0]; at++) {
            if (state.rank == 0)
                phases[at].at_root(state);
            phases[at].everywhere(state);
        }
    MPI_Finalize();
}
