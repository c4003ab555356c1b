#include <mpi.h>

void decompose(int n, MPI_Comm comm, int *first, int *last);
int widest_block(int n, MPI_Comm comm);

void decompose(int n, MPI_Comm comm, int *first, int *last)
{
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    *first = rank * (n / size);
    *last = rank == size - 1 ? n : *first + n / size;
}

int widest_block(int n, MPI_Comm comm)
{
    int size;
    MPI_Comm_size(comm, &size);
    return n / size + n % size;
}
