// A policy class decides; it is a template argument, its state is not.
#include <mpi.h>

struct EveryNth {
    int n;
    bool operator()(int step) const { return step % n == 0; }
};

template <typename Policy> int run(int steps, Policy policy, MPI_Comm comm)
{
    int outputs = 0;
    for (int step = 0; step < steps; ++step) {
        if (policy(step)) {
            int mine = step, all = 0;
            MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MAX, comm);
            ++outputs;
        }
    }
    return outputs;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    run(6, EveryNth{ size + 1 }, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
