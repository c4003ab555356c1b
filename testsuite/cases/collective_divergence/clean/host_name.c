// The name of the node is the rank's own.
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    char name[MPI_MAX_PROCESSOR_NAME];
    int length, on_front_end;
    MPI_Init(&argc, &argv);
    MPI_Get_processor_name(name, &length);
    on_front_end = strncmp(name, "login", 5) == 0;
    MPI_Allreduce(MPI_IN_PLACE, &on_front_end, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
    if (!on_front_end)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
