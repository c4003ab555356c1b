// Ranks print one after the other: barriers before their turn, but behind it all as many.
//@ ranks: 4
//@ deterministic: no
#include <mpi.h>
#include <stdio.h>

static int rank, size;

static void wait_for(int rounds)
{
    while (rounds > 0) {
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
        rounds--;
    }
}

static void print_by_turns(const char *what)
{
    int turn;
    for (turn = 0; turn < rank; turn++)
        MPI_Barrier(MPI_COMM_WORLD);
    printf("%s of %d\n", what, rank);
    for (; turn < size; turn++)
        MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    print_by_turns("name");
    for (int round = size; round > rank; round -= 1)
        MPI_Barrier(MPI_COMM_WORLD);
    printf("backwards: %d\n", rank);
    for (int round = 0; round != rank; round++)
        MPI_Barrier(MPI_COMM_WORLD);
    wait_for(rank);
    printf("in a function: %d\n", rank);
    wait_for(size - 1);
    MPI_Finalize();
    return 0;
}
