// A library duplicates the communicator when it is first used.
#include <mpi.h>

static MPI_Comm library_comm = MPI_COMM_NULL;

static void library_call(MPI_Comm user)
{
    if (library_comm == MPI_COMM_NULL)
        MPI_Comm_dup(user, &library_comm); //~ collective_divergence
    MPI_Barrier(library_comm);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        library_call(MPI_COMM_WORLD);
    if (library_comm != MPI_COMM_NULL)
        MPI_Comm_free(&library_comm);
    MPI_Finalize();
    return 0;
}
