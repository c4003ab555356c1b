//@ files: parts/printed_by_other_file/print.c
// One rank hands the settings to a function of another file, which also corrects them.
#include <mpi.h>

#include "parts/printed_by_other_file/settings.h"

int main(int argc, char **argv)
{
    int rank, size;
    struct settings settings = {2 * argc, 0.5, {1, 2, 3}};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        print_settings(&settings);
    for (int i = 0; i < size; i++) {
        if (rank > i)
            print_levels(settings.levels, 3);
    }
    for (int i = 0; i < settings.steps; i++) {
        for (int j = 0; j < (rank + i) % 3; j++)
            note(&settings, j);
    }
    double all = 0.0, own = rank;
    for (int step = 0; step < settings.steps; step++)
        MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
    if (settings.levels[2] > 2)
        MPI_Bcast(&all, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
