// A helper fills what a cursor in a structure leads to, and moves the cursor on.
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
    int cells[4] = { 0 };
    MPI_Init(&argc, &argv);
    struct buffer buffer = { cells };
    put(&buffer, 4, argc);
    if (cells[1] > 0)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
