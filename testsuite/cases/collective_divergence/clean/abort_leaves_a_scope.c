// Ranks take turns to write; one that cannot ends the job, from within a block with a variable of its own.
#include <mpi.h>
#include <stdio.h>

static int failed(const char *what)
{
    fprintf(stderr, "cannot open %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
    return 1;
}

int main(int argc, char **argv)
{
    int rank, size, left = 3;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int turn = 0; turn < size; turn++) {
        if (turn == rank) {
            FILE *out = fopen("/dev/null", "a");
            if (!out) {
                MPI_Abort(MPI_COMM_WORLD, 1);
                return 1;
            }
            fprintf(out, "%d\n", rank);
            fclose(out);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    while (left > 0) {
        if (rank == 0) {
            FILE *in = fopen("/dev/null", "r");
            if (!in)
                return failed("/dev/null");
            if (fgetc(in) != EOF) {
                failed("an empty file");
                break;
            }
            fclose(in);
        }
        MPI_Bcast(&left, 1, MPI_INT, 0, MPI_COMM_WORLD);
        left--;
    }
    MPI_Finalize();
    return 0;
}
