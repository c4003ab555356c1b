#include <mpi.h>

int io_rank(MPI_Comm comm);

int io_rank(MPI_Comm comm)
{
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    return size / 2;
}
