// The root's side is in one file, the workers' side in another: together they are right.
//@ files: parts/counterparts_in_two_files/root.c parts/counterparts_in_two_files/worker.c
#include <mpi.h>

void root_side(int size);
void worker_side(int rank);

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        root_side(size);
    else
        worker_side(rank);
    MPI_Finalize();
    return 0;
}
