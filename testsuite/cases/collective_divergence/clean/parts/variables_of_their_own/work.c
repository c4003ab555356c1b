#include <stdio.h>
#include <stdlib.h>

#include "variables.h"

static void stop(int code)
{
    if (ranks > 1)
        MPI_Abort(all_ranks, code);
    exit(code);
}

void work(int count)
{
    int steps = count;
    if (own_rank == 0) {
        FILE *file = fopen("steps.txt", "r");
        if (file != NULL) {
            if (fscanf(file, "%d", &steps) != 1)
                stop(1);
            fclose(file);
        }
    }
    MPI_Bcast(&steps, 1, MPI_INT, 0, all_ranks);
    if (steps < 0)
        stop(2);
    if (!verbose && own_rank == 0)
        return;
    MPI_Barrier(all_ranks);
}
