// Every rank waits for its neighbour's value before it sends its own: all wait in a ring.
//@ static: none
//@ ranks: 4
//@ says: ranks wait for messages that nobody sends
//@ says: waits for a message of rank 3 with tag 2 on MPI_COMM_WORLD
#include <mpi.h>
#include <stdio.h>

#define TAG_STEPS 1
#define TAG_HALO 2

static double cells[10];

/* The first rank knows how many steps there are, and tells the others one by one. */
static int number_of_steps(int rank, int size)
{
    int steps = 6;
    if (rank == 0) {
        for (int other = 1; other < size; other++)
            MPI_Send(&steps, 1, MPI_INT, other, TAG_STEPS, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&steps, 1, MPI_INT, 0, TAG_STEPS, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return steps;
}

static void exchange(int rank, int size)
{
    int left = (rank + size - 1) % size, right = (rank + 1) % size;
    MPI_Recv(&cells[0], 1, MPI_DOUBLE, left, TAG_HALO, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&cells[8], 1, MPI_DOUBLE, right, TAG_HALO, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank, size;
    double sum = 0.0, total = 0.0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    cells[8] = rank;
    int steps = number_of_steps(rank, size);
    for (int step = 0; step < steps; step++) {
        exchange(rank, size);
        sum += cells[0];
        MPI_Allreduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("%g\n", total);
    MPI_Finalize();
    return 0;
}
