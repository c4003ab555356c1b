#include <mpi.h>
#include "configuration.h"

void configure(struct configuration *configuration, int wanted, MPI_Comm comm)
{
    int rank;
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        configuration->steps = 4 * wanted;
        configuration->interval = 2;
    }
    MPI_Bcast(configuration, 2, MPI_INT, 0, comm);
}
