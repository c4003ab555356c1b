// One communicator per node; its leaders form another one.
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm node, leaders;
    int rank, node_rank, nodes = 0, one = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &node_rank);
    MPI_Comm_split(MPI_COMM_WORLD, node_rank == 0 ? 0 : MPI_UNDEFINED, rank, &leaders);
    if (leaders != MPI_COMM_NULL) {
        MPI_Allreduce(&one, &nodes, 1, MPI_INT, MPI_SUM, leaders);
        MPI_Comm_free(&leaders);
    }
    MPI_Bcast(&nodes, 1, MPI_INT, 0, node);
    MPI_Comm_free(&node);
    MPI_Finalize();
    return 0;
}
