#include <mpi.h>

void layer_query(int *rank, int *size);
void layer_synchronise(MPI_Fint comm);

void layer_query(int *rank, int *size)
{
    MPI_Comm_rank(MPI_COMM_WORLD, rank);
    MPI_Comm_size(MPI_COMM_WORLD, size);
}

void layer_synchronise(MPI_Fint comm)
{
    MPI_Barrier(MPI_Comm_f2c(comm)); //~ collective_divergence
}
