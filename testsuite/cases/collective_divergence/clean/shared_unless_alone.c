//@ files: parts/shared_unless_alone/ranks.c
// What one rank has read is broadcast, unless it is alone: how many there are, another file knows.
#include <stdio.h>

#include "parts/shared_unless_alone/ranks.h"

static int read_steps(void)
{
    int steps = 3;
    if (own_rank < 1) {
        FILE *file = fopen("steps.txt", "r");
        if (file != NULL) {
            if (fscanf(file, "%d", &steps) != 1)
                steps = 1;
            fclose(file);
        }
        steps += 1;
    }
    if (ranks > 1)
        MPI_Bcast(&steps, 1, MPI_INT, 0, all_ranks);
    return steps;
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    int steps = read_steps();
    double own = own_rank, all = 0.0;
    for (int step = 0; step < steps; step++)
        MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, all_ranks);
    MPI_Finalize();
    return 0;
}
