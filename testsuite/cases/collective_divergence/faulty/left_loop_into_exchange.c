// A rank whose own part has converged leaves the loop, and waits in the exchange behind it for neighbours
// that are still in the loop's reduction.
//@ ranks: 4
//@ says: MPI_Allreduce is not called by all ranks of MPI_COMM_WORLD
//@ says: MPI_Waitall
#include <math.h>
#include <mpi.h>
#include <stdio.h>

#define CELLS 16

static double field[CELLS + 2];

static void exchange(int rank, int size)
{
    MPI_Request requests[4];
    int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    int right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    MPI_Irecv(&field[0], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&field[CELLS + 1], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(&field[1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(&field[CELLS], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

static double relax(void)
{
    double change = 0.0;
    for (int i = 1; i <= CELLS; i++) {
        double next = 0.5 * field[i] + 0.25 * (field[i - 1] + field[i + 1]);
        change = fmax(change, fabs(next - field[i]));
        field[i] = next;
    }
    return change;
}

int main(int argc, char **argv)
{
    int rank, size;
    double change = 1.0, total = 0.0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    field[CELLS / 2] = 100.0 * (rank + 1);
    for (int step = 0; step < 8; step++) {
        change = relax();
        if (rank == 2 && step == 3)
            change = 0.0;
        if (change < 1e-9)
            break;
        MPI_Allreduce(&change, &total, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD); //~ collective_divergence
    }
    exchange(rank, size);
    if (rank == 0)
        printf("%g\n", total);
    MPI_Finalize();
    return 0;
}
