#include <mpi.h>
#include <stdio.h>

void archive_close(int lines);

static int flush(int lines)
{
    int all = 0;
    MPI_Allreduce(&lines, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
    return all;
}

void archive_close(int lines)
{
    if (flush(lines) == 0)
        puts("nothing archived");
}
