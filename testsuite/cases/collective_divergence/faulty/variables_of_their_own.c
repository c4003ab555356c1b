//@ files: parts/variables_of_their_own/work.c parts/variables_of_their_own/variables.c
// All variables of the program stand in a file in which there is nothing else, the communicator with its first
// value.
#include "parts/variables_of_their_own/variables.h"

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(all_ranks, &own_rank);
    MPI_Comm_size(all_ranks, &ranks);
    work(argc);
    MPI_Finalize();
    return 0;
}
