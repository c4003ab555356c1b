// Text by rank in a structure, of which the first character decides.
//@ levels: -O0 -O2
#include <mpi.h>
#include <stdio.h>

struct Options {
    char name[64];
    int rounds;
};

static void name_files(struct Options *options, int rank)
{
    snprintf(options->name, sizeof options->name, "%d.file", rank);
}

int main(int argc, char **argv)
{
    struct Options options = {.rounds = 2};
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    name_files(&options, rank);
    if (options.name[0] == '1')
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
