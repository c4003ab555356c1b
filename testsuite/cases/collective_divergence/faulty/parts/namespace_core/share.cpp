#include <mpi.h>

namespace core {

void share(int *value, MPI_Comm comm)
{
    *value = comm == MPI_COMM_NULL;
}

}
