// Two files call each other: cells split into faces, faces into cells, as deep as refined.
//@ files: parts/mutual_recursion_two_files/faces.c
#include <mpi.h>

int visit_faces(int level);
int visit_cells(int level);

int visit_cells(int level)
{
    if (level <= 0)
        return 1;
    return 1 + visit_faces(level - 1);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int visited = visit_cells(2 + 2 * size);
    MPI_Finalize();
    return visited == 0;
}
