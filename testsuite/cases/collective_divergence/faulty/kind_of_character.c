// What kind a character is, of which a process decides: one of its rank.
//@ ranks: 4
#include <ctype.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    char first = (char)('8' + rank);
    if (isdigit((unsigned char)first))
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
