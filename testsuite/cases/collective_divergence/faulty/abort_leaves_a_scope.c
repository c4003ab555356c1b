// Ranks take turns to write; one that cannot leaves the others, from within a block with a variable of its own.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int turn = 0; turn < size; turn++) {
        if (turn == rank) {
            FILE *out = fopen(rank == 1 ? "/nowhere/at/all" : "/dev/null", "a");
            if (!out) {
                fprintf(stderr, "cannot write\n");
                break;
            }
            fprintf(out, "%d\n", rank);
            fclose(out);
        }
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    }
    MPI_Finalize();
    return 0;
}
