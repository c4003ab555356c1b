#include "ranks.h"

MPI_Comm all_ranks = MPI_COMM_NULL;
int own_rank = -1;
int ranks = 1;

void start(int *argc, char ***argv)
{
    MPI_Init(argc, argv);
    all_ranks = MPI_COMM_WORLD;
    MPI_Comm_rank(all_ranks, &own_rank);
    MPI_Comm_size(all_ranks, &ranks);
}
