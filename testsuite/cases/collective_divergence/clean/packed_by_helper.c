// The first rank packs what it has read and broadcasts it in a helper; the others unpack it.
#include <mpi.h>
#include <stdio.h>

static void read_settings(const char *name, int *steps, int *every)
{
    FILE *file = fopen(name, "r");
    *steps = 4;
    *every = 2;
    if (file == NULL)
        return;
    if (fscanf(file, "%d %d", steps, every) != 2)
        *every = 1;
    fclose(file);
}

static void share_settings(int *steps, int *every)
{
    int rank, packed[2];
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        packed[0] = *steps;
        packed[1] = *every;
    }
    MPI_Bcast(packed, 2, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank != 0) {
        *steps = packed[0];
        *every = packed[1];
    }
}

int main(int argc, char **argv)
{
    int rank, steps, every, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        read_settings(argc > 1 ? argv[1] : "no/such/settings", &steps, &every);
    share_settings(&steps, &every);
    if (steps > every)
        MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("sum %d\n", sum);
    MPI_Finalize();
    return 0;
}
