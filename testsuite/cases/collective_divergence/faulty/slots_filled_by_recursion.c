// A function that calls itself puts another flag into the pointers whose addresses stand in an array.
//@ static: none
#include <mpi.h>

struct box {
    int ***slots;
    int count;
};

static int always = 1, first;
static int *decides;

static void fill(struct box *box, int depth)
{
    if (depth > 0) {
        fill(box, depth - 1);
        return;
    }
    for (int i = 0; i < box->count; i++)
        *box->slots[i] = &first;
}

int main(int argc, char **argv)
{
    int rank, *spare = &always;
    int **slots[2] = {&spare, &decides};
    struct box box = {slots, 2};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    first = rank == 0;
    decides = &always;
    fill(&box, 3);
    if (*decides)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
