// The root knows how many stages there are, the others read it from what it sends, in another file and by std::stol's like.
//@ files: parts/stages_of_another_file.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int stages_in(const char *text);

static long converted(long (*convert)(const char *, char **, int), const char *text)
{
    char *end;
    return convert(text, &end, 10);
}

int main(int argc, char **argv)
{
    int rank, stages = 1;
    long rounds = 1;
    char text[64] = "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        stages = 4;
        rounds = 3;
        strcpy(text, "3 stages: 4");
    }
    MPI_Bcast(text, 64, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (rank != 0) {
        stages = stages_in(text);
        rounds = converted(strtol, text);
    }
    for (int stage = 0; stage < stages; stage++)
        MPI_Barrier(MPI_COMM_WORLD);
    for (long round = 0; round < rounds; round++)
        MPI_Barrier(MPI_COMM_WORLD);
    printf("%d %ld\n", stages, rounds);
    MPI_Finalize();
    return 0;
}
