// The root keeps its list, the others make theirs of what it sends.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct item {
    int count;
    struct item *next;
};

static struct item *head;

static void add(int count)
{
    struct item *item = calloc(1, sizeof *item);
    item->count = count;
    item->next = head;
    head = item;
}

int main(int argc, char **argv)
{
    int rank, n = 0, counts[16] = {0};
    double value = 1, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        for (int i = 0; i < 2; i++)
            add(3);
        for (struct item *item = head; item; item = item->next)
            counts[n++] = item->count;
    }
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(counts, n, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank != 0)
        for (int i = 0; i < n; i++)
            add(counts[i]);
    for (struct item *item = head; item; item = item->next)
        MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d %g\n", n, sum);
    MPI_Finalize();
    return 0;
}
