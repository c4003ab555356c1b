// Process ids are different on every rank.
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    long chosen = (long)getpid();
    MPI_Bcast(&chosen, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    if (chosen % 2 == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
