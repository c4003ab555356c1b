// Workers are told by messages which collective call comes next; the master makes the same ones.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#define STOP 0
#define SHARE 1
#define SUM 2
#define TAG 7

static int rank, size;
static double table[16];

static void command(int what)
{
    for (int i = 1; i < size; i++)
        MPI_Send(&what, 1, MPI_INT, i, TAG, MPI_COMM_WORLD);
}

static void master(int rounds)
{
    double local = 0, all;
    for (int r = 0; r < rounds; r++) {
        for (int i = 0; i < 16; i++)
            table[i] = r + i;
        command(SHARE);
        MPI_Bcast(table, 16, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        command(SUM);
        MPI_Reduce(&local, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
        printf("%g\n", all);
    }
    command(STOP);
}

static void worker(void)
{
    int what;
    double local = 0, all;
    for (;;) {
        MPI_Recv(&what, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (what == STOP)
            return;
        if (what == SHARE) {
            MPI_Bcast(table, 16, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        } else if (what == SUM) {
            local = 0;
            for (int i = rank; i < 16; i += size)
                local += table[i];
            MPI_Reduce(&local, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
        }
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        master(argc > 1 ? atoi(argv[1]) : 3);
    else
        worker();
    MPI_Finalize();
    return 0;
}
