// The rank is told to a file by a setter and comes back, changed, by a getter.
//@ files: parts/rank_stored_by_setter/load.c
#include <mpi.h>

void load_set_rank(int rank);
void load_set_ranks(int ranks);
int load_rounds(void);

int main(int argc, char **argv)
{
    int rank, size, round = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    load_set_rank(rank);
    load_set_ranks(size);
    do {
        MPI_Bcast(&round, 1, MPI_INT, 0, MPI_COMM_WORLD); //~ collective_divergence
    } while (++round < load_rounds());
    MPI_Finalize();
    return 0;
}
