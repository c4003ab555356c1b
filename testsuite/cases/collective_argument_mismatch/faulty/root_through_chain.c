// The root comes from one file and goes through a second to the third.
//@ files: parts/root_through_chain/topology.c parts/root_through_chain/gather.c
#include <mpi.h>

int io_rank(MPI_Comm comm);
void gather_field(const double *field, int n, int root, MPI_Comm comm);

int main(int argc, char **argv)
{
    double field[2] = { 1.0, 2.0 };
    MPI_Init(&argc, &argv);
    int root = io_rank(MPI_COMM_WORLD);
    for (int step = 0; step < 2; step++)
        gather_field(field, 2, root, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
