// Functions change structures they are handed by value: their own copies.
//@ check: nothing
//@ levels: -O0 -O2
#include <mpi.h>

struct Environment {
    MPI_Comm all, half;
    int rank, rounds, sizes[4];
};

__attribute__((noinline)) static int halves(struct Environment env)
{
    int size;
    env.all = env.half;
    env.rounds = env.rank;
    env.sizes[0] = env.rank + 1;
    MPI_Comm_size(env.all, &size);
    return size + env.rounds + env.sizes[0];
}

__attribute__((noinline)) static struct Environment once_more(struct Environment env, int rank)
{
    env.rounds++;
    env.rank = rank;
    return env;
}

int main(int argc, char **argv)
{
    struct Environment env = {.all = MPI_COMM_WORLD, .rounds = 2, .sizes = {1}};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(env.all, &env.rank);
    MPI_Comm_split(env.all, env.rank % 2, 0, &env.half);
    int halved = halves(env);
    for (int i = 0; i < env.rounds; i++)
        MPI_Barrier(env.all);
    env = once_more(env, env.rank);
    if (env.rounds == 3 && env.sizes[0] == 1)
        MPI_Barrier(env.all);
    MPI_Comm_free(&env.half);
    MPI_Finalize();
    return halved < 0;
}
