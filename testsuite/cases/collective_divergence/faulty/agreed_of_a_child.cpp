// A program that may have been spawned agrees on its failures too late: one rank has left.
#include <iostream>
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm parent, own;
    MPI_Comm_get_parent(&parent);
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    int rank;
    MPI_Comm_rank(own, &rank);
    int failed = rank > 0, any = 0;
    if (failed || any) {
        std::cerr << "a rank has failed\n";
        MPI_Finalize();
        return 1;
    }
    MPI_Allreduce(&failed, &any, 1, MPI_INT, MPI_MAX, own); //~ collective_divergence
    if (parent != MPI_COMM_NULL)
        MPI_Comm_disconnect(&parent);
    MPI_Finalize();
    return 0;
}
