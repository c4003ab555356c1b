// Text by rank is written into an array of a structure: the fields behind it keep what they hold.
//@ levels: -O0 -O2
#include <mpi.h>
#include <stdio.h>
#include <string.h>

struct Options {
    char name[64], host[MPI_MAX_PROCESSOR_NAME];
    int length, barriers, rounds;
};

static void name_files(struct Options *options, int rank)
{
    snprintf(options->name, sizeof options->name, "file.%d", rank);
    strcat(options->name, rank ? ".part" : ".main");
    MPI_Get_processor_name(options->host, &options->length);
}

int main(int argc, char **argv)
{
    struct Options options = {.rounds = 2};
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    options.barriers = argc;
    name_files(&options, rank);
    if (options.barriers)
        MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < options.rounds; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
