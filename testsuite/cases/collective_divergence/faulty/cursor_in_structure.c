// A helper fills what a cursor in a structure leads to, and moves the cursor on.
//@ static: none
#include <mpi.h>

struct buffer {
    int *next;
};

static void put(struct buffer *buffer, int count, int value)
{
    while (count-- > 0)
        *buffer->next++ = value;
}

int main(int argc, char **argv)
{
    int rank, cells[4] = { 0 };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    struct buffer buffer = { cells };
    put(&buffer, 4, rank);
    if (cells[1] == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
