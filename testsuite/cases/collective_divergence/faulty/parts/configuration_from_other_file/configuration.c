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
}
