// The same function is called from two files with opposite conditions: both together are everybody.
//@ files: parts/parity_of_two_files/even.c parts/parity_of_two_files/odd.c parts/parity_of_two_files/join.c
#include <mpi.h>

void even_part(int rank);
void odd_part(int rank);

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    even_part(rank);
    odd_part(rank);
    MPI_Finalize();
    return 0;
}
