#include <mpi.h>

typedef int command(int argument);

command command_help, command_version, command_gather;

int command_help(int argument)
{
    return argument;
}

int command_version(int argument)
{
    return argument + 1;
}

int command_gather(int argument)
{
    int most = 0;
    MPI_Allreduce(&argument, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD); //~ collective_divergence
    return most;
}
