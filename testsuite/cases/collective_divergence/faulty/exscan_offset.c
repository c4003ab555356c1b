// Offsets of a shared output file come from MPI_Exscan; who starts at 0 writes the header.
#include <mpi.h>
#include <stdio.h>

struct layout {
    long offset;
    long total;
};

static struct layout lay_out(long bytes, MPI_Comm comm)
{
    struct layout layout = { 0, 0 };
    MPI_Exscan(&bytes, &layout.offset, 1, MPI_LONG, MPI_SUM, comm);
    MPI_Allreduce(&bytes, &layout.total, 1, MPI_LONG, MPI_SUM, comm);
    return layout;
}

static void write_header(long version)
{
    MPI_Bcast(&version, 1, MPI_LONG, 0, MPI_COMM_WORLD); //~ collective_divergence
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    struct layout layout = lay_out(100 + rank, MPI_COMM_WORLD);
    if (layout.offset == 0)
        write_header(3);
    if (rank == 0)
        printf("%ld bytes\n", layout.total);
    MPI_Finalize();
    return 0;
}
