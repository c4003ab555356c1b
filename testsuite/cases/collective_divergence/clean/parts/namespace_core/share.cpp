#include <mpi.h>

namespace core {

void share(int *value, MPI_Comm comm)
{
    MPI_Bcast(value, 1, MPI_INT, 0, comm);
}

}
