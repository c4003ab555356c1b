// Accelerators are looked for by the name of the node.
// All ranks of the suite are on one node: the program is not run.
//@ run: none
#include <mpi.h>
#include <string.h>

static int node_has_accelerator(void)
{
    char name[MPI_MAX_PROCESSOR_NAME];
    int length;
    MPI_Get_processor_name(name, &length);
    return strncmp(name, "gpu", 3) == 0;
}

int main(int argc, char **argv)
{
    double field[8] = { 0 };
    MPI_Init(&argc, &argv);
    int accelerated = node_has_accelerator();
    MPI_Allreduce(MPI_IN_PLACE, &accelerated, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    if (accelerated)
        MPI_Allreduce(MPI_IN_PLACE, field, 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
