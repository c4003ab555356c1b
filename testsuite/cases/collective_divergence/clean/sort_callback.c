// Function pointers that never get near a collective.
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b)
{
    return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

static void root_print(int rank, const char *format, ...)
{
    va_list arguments;
    if (rank != 0)
        return;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
}

int main(int argc, char **argv)
{
    int rank, keys[8], smallest;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 8; i++)
        keys[i] = (i * 5 + rank) % 8;
    qsort(keys, 8, sizeof keys[0], ascending);
    MPI_Allreduce(&keys[0], &smallest, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    root_print(rank, "smallest %d\n", smallest);
    MPI_Finalize();
    return 0;
}
