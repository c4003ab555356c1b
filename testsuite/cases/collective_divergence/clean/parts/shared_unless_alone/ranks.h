#include <mpi.h>

extern MPI_Comm all_ranks;
extern int own_rank, ranks;

void start(int *argc, char ***argv);
