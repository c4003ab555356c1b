// A chain of processes as a graph topology; the ends have one neighbour only.
#include <mpi.h>
#include <stdlib.h>

static MPI_Comm make_chain(int size)
{
    MPI_Comm chain;
    int *index = malloc(size * sizeof *index), *edges = malloc(2 * size * sizeof *edges), n = 0;
    if (index == NULL || edges == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int r = 0; r < size; r++) {
        if (r > 0)
            edges[n++] = r - 1;
        if (r + 1 < size)
            edges[n++] = r + 1;
        index[r] = n;
    }
    MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 0, &chain);
    free(index);
    free(edges);
    return chain;
}

int main(int argc, char **argv)
{
    int rank, size, degree, seen[2] = { -1, -1 };
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm chain = make_chain(size);
    MPI_Comm_rank(chain, &rank);
    MPI_Graph_neighbors_count(chain, rank, &degree);
    if (size > 1)
        MPI_Neighbor_allgather(&rank, 1, MPI_INT, seen, 1, MPI_INT, chain);
    MPI_Comm_free(&chain);
    MPI_Finalize();
    return 0;
}
