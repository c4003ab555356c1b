// The constructor of a graph topology wants all ranks, also those without edges.
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm graph;
    int rank, size, neighbour, degree, value = 1, incoming[4] = { 0 };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    neighbour = rank ^ 1;
    degree = neighbour < size;
    {
        MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, degree, &neighbour, MPI_UNWEIGHTED, degree,
                                       &neighbour, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
        MPI_Neighbor_allgather(&value, 1, MPI_INT, incoming, 1, MPI_INT, graph);
        MPI_Comm_free(&graph);
    }
    MPI_Finalize();
    return 0;
}
