// Each rank writes in its turn, and who cannot leaves the others waiting.
//@ says: if (turn == rank)
#include <mpi.h>
#include <stdio.h>

static int append(const char *name, int rank)
{
    FILE *file = fopen(name, "a");
    if (!file)
        return 1;
    fprintf(file, "rank %d\n", rank);
    return fclose(file);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int turn = 0; turn < size; turn++) {
        if (turn == rank) {
            if (append(turn == 1 ? "no/such/folder" : "/dev/null", rank))
                return 1;
        }
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    }
    MPI_Finalize();
    return 0;
}
