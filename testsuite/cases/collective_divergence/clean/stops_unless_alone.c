// A code that also runs on one process: `stop` ends the job if there are others, and the program if there are
// none. Before it stops, a rank writes down what it has.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank, ranks, particles, most;

static void check(size_t written, size_t wanted);

static void stop(int code)
{
    if (code != 0) {
        printf("rank %d stops with code %d\n", rank, code);
        fflush(stdout);
        if (ranks > 1)
            MPI_Abort(MPI_COMM_WORLD, code);
    }
    exit(0);
}

static void write_down(void)
{
    char name[40];
    snprintf(name, sizeof name, "particles%d.dat", rank);
    FILE *file = fopen(name, "wb");
    if (file == NULL)
        stop(3);
    for (int i = 0; i < particles; i++)
        check(fwrite(&i, sizeof i, 1, file), 1);
    fclose(file);
}

static void check(size_t written, size_t wanted)
{
    if (written != wanted)
        stop(4);
}

static void insert(int count)
{
    particles += count;
    if (particles >= most) {
        printf("rank %d has room for %d particles\n", rank, most);
        write_down();
        stop(1);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    most = 100 + argc;
    for (int turn = 0; turn < ranks; turn++) {
        if (turn == rank) {
            insert(10 * rank + argc);
            if (particles > most)
                stop(2);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    int all = 0;
    MPI_Allreduce(&particles, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d particles\n", all);
    MPI_Finalize();
    return 0;
}
