// The command line, read by a helper with strtol and getopt, decides on all ranks alike.
//@ args: -r 3
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

static int number(const char *text, int least)
{
    char *end;
    long value = strtol(text, &end, 10);
    return *text && !*end && value >= least ? (int)value : -1;
}

int main(int argc, char **argv)
{
    int rank, rounds = 1, letter;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    while ((letter = getopt(argc, argv, "r:")) == 'r')
        rounds = number(optarg, 1);
    for (int round = 0; round < rounds; round++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
