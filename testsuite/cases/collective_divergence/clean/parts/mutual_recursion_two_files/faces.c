#include <mpi.h>

int visit_faces(int level);
int visit_cells(int level);

int visit_faces(int level)
{
    int deepest = 0;
    MPI_Allreduce(&level, &deepest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return visit_cells(level - 1);
}
