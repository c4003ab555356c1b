// The root gives its windows memory and the others none; each names what it opens in an arm of its own.
//@ check: nothing
//@ levels: -O0 -O2
#include <mpi.h>
#include <stdio.h>

struct Shared {
    MPI_Win counter, table;
    MPI_File log;
};

static void open_all(struct Shared *shared, int rank)
{
    static int memory[64];
    char name[32];
    snprintf(name, sizeof name, "shared.log");
    if (rank == 0) {
        MPI_Win_create(memory, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &shared->counter);
        MPI_Win_create(memory + 8, 32, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &shared->table);
        MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                      &shared->log);
    } else {
        MPI_Win_create(NULL, 0, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &shared->counter);
        MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &shared->table);
        MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                      &shared->log);
    }
}

int main(int argc, char **argv)
{
    struct Shared shared;
    int rank, one = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    open_all(&shared, rank);
    MPI_Win_fence(0, shared.counter);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, shared.counter);
    MPI_Win_fence(0, shared.counter);
    MPI_Win_fence(0, shared.table);
    MPI_File_sync(shared.log);
    MPI_File_close(&shared.log);
    MPI_Win_free(&shared.table);
    MPI_Win_free(&shared.counter);
    MPI_Finalize();
    return 0;
}
