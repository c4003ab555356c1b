#include <mpi.h>

MPI_Comm application = MPI_COMM_NULL;

void application_start(void);
void application_stop(void);

void application_start(void)
{
    MPI_Comm_dup(MPI_COMM_WORLD, &application);
}

void application_stop(void)
{
    MPI_Comm_free(&application);
}
