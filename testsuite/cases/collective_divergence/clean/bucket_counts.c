// Counts per bucket on each rank: a bucket is reduced if it is not empty - here, or anywhere.
#include <mpi.h>
#include <string.h>

enum { BUCKETS = 4, KEYS = 6 };

static void count_keys(const int *keys, int n, int *counts)
{
    memset(counts, 0, BUCKETS * sizeof *counts);
    for (int i = 0; i < n; i++)
        counts[keys[i] % BUCKETS]++;
}

int main(int argc, char **argv)
{
    int keys[KEYS], counts[BUCKETS], used[BUCKETS], rank, total;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < KEYS; i++)
        keys[i] = rank * i;
    count_keys(keys, KEYS, counts);
    MPI_Allreduce(counts, used, BUCKETS, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    for (int b = 0; b < BUCKETS; b++) {
        if (used[b] > 0)
            MPI_Reduce(&counts[b], &total, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
