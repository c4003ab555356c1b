// Rank 0 does not call one of the helpers that call what they are handed.
//@ levels: -O0 -O2
#include <mpi.h>
#include <stdlib.h>

__attribute__((noinline)) static int converted(long (*convert)(const char *, char **, int), const char *text)
{
    char *end;
    long number = convert(text, &end, 10);
    return end == text ? 1 : (int)number;
}

__attribute__((noinline)) static void each(int rounds, void (*work)(MPI_Comm), MPI_Comm comm)
{
    for (int i = 0; i < rounds; i++)
        work(comm);
}

__attribute__((noinline)) static void twice(void (*work)(MPI_Comm), MPI_Comm comm)
{
    each(2, work, comm);
}

static void meet(MPI_Comm comm)
{
    MPI_Barrier(comm); //~ collective_divergence
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    each(converted(strtol, argc > 1 ? argv[1] : "2"), meet, MPI_COMM_WORLD);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank > 0)
        twice(meet, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
