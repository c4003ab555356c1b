/* The library's own walk calls back for each key: the first rank has one more than the others. */
//@ static: none
#define _GNU_SOURCE
#include <mpi.h>
#include <search.h>
#include <stdio.h>

static int keys[8] = {4, 2, 6, 1, 3, 5, 7, 8};

static int by_value(const void *one, const void *other)
{
    return *(const int *)one - *(const int *)other;
}

static void send_key(const void *node, VISIT visit, int depth)
{
    (void)depth;
    if (visit == postorder || visit == leaf) {
        int key = **(int *const *)node, all = 0;
        MPI_Allreduce(&key, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    void *tree = NULL;
    int rank, count = 6;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        count++;
    for (int i = 0; i < count; i++)
        tsearch(&keys[i], &tree, by_value);
    twalk(tree, send_key);
    printf("rank %d: %d keys\n", rank, count);
    while (tree)
        tdelete(*(int **)tree, &tree, by_value);
    MPI_Finalize();
    return 0;
}
