// An error code climbs through three functions; the collective is in the second.
#include <mpi.h>
#include <stdio.h>

typedef enum { OK = 0, NO_INPUT, BAD_INPUT } error_t;

#define PROPAGATE(x)              \
    {                             \
        error_t e_ = (x);         \
        if (e_ != OK) return e_;  \
    }

static error_t parse_block(int block, int *value)
{
    if (block < 0)
        return BAD_INPUT;
    *value = block * 2;
    return OK;
}

static error_t read_block(int rank, int *value)
{
    PROPAGATE(parse_block(rank, value));
    return OK;
}

static error_t load(int rank, long *total)
{
    int value = 0;
    PROPAGATE(read_block(rank, &value));
    long mine = value;
    MPI_Allreduce(&mine, total, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    return OK;
}

int main(int argc, char **argv)
{
    int rank;
    long total = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    error_t error = load(rank, &total);
    if (error != OK)
        fprintf(stderr, "rank %d: error %d\n", rank, (int)error);
    MPI_Finalize();
    return 0;
}
