#include <mpi.h>

MPI_Comm writers = MPI_COMM_NULL;

void writers_create(MPI_Comm comm, int count);
void writers_free(void);

void writers_create(MPI_Comm comm, int count)
{
    int rank;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_split(comm, rank < count ? 1 : MPI_UNDEFINED, rank, &writers);
}

void writers_free(void)
{
    if (writers != MPI_COMM_NULL)
        MPI_Comm_free(&writers);
}
