// What a function does to the structure it is handed by value leaves the caller's as it was: with a number by rank.
//@ levels: -O0 -O2
#include <mpi.h>

struct Environment {
    MPI_Comm all;
    int rank, rounds, sizes[8];
};

__attribute__((noinline)) static int reset(struct Environment env)
{
    env.rounds = 2;
    return env.sizes[0];
}

int main(int argc, char **argv)
{
    struct Environment env = {.all = MPI_COMM_WORLD};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(env.all, &env.rank);
    env.rounds = env.rank;
    int first = reset(env);
    if (env.rounds == 2)
        MPI_Barrier(env.all); //~ collective_divergence
    MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_SUM, env.all);
    MPI_Finalize();
    return first;
}
