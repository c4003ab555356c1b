#include "variables.h"

MPI_Comm all_ranks = MPI_COMM_WORLD;
int own_rank, ranks;
int verbose = 0;
