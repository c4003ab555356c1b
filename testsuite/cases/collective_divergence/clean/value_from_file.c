// Every rank reads the same number of rounds.
#include <mpi.h>
#include <stdio.h>

static FILE *open_rounds(int rank, const char *mode)
{
    char name[32];
    snprintf(name, sizeof name, "rounds.%d", rank);
    FILE *file = fopen(name, mode);
    if (file == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return file;
}

static int read_rounds(int rank)
{
    int rounds = 0;
    FILE *file = open_rounds(rank, "r");
    if (fscanf(file, "%d", &rounds) != 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
    fclose(file);
    return rounds;
}

static void write_rounds(int rank, int rounds)
{
    FILE *file = open_rounds(rank, "w");
    fprintf(file, "%d\n", rounds);
    fclose(file);
}

int main(int argc, char **argv)
{
    int rank, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    write_rounds(rank, 2);
    int rounds = read_rounds(rank);
    for (int i = 0; i < rounds; i++)
        MPI_Allreduce(&i, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
