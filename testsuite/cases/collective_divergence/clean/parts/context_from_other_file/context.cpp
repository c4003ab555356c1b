#include "context.h"

Context::Context(MPI_Comm parent, int writers) : writers_(writers)
{
    MPI_Comm_dup(parent, &comm_);
    MPI_Comm_rank(comm_, &rank_);
    MPI_Comm_size(comm_, &size_);
}

Context::~Context()
{
    MPI_Comm_free(&comm_);
}
