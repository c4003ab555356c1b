#include <mpi.h>

MPI_Op norm_operator;

void settings_load(MPI_Comm comm);

void settings_load(MPI_Comm comm)
{
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    norm_operator = rank > 0 ? MPI_MAX : MPI_SUM;
}
