// Each rank reads the root from a file of its own. Only the run can know.
//@ static: none
#include <mpi.h>
#include <stdio.h>

static void store(const char *name, int value)
{
    FILE *file = fopen(name, "w");
    fprintf(file, "%d\n", value);
    fclose(file);
}

static int load(const char *name)
{
    int value = 0;
    FILE *file = fopen(name, "r");
    if (file == NULL || fscanf(file, "%d", &value) != 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
    fclose(file);
    return value;
}

int main(int argc, char **argv)
{
    int rank, value = 1;
    char name[32];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(name, sizeof name, "root.%d", rank);
    store(name, rank % 2);
    MPI_Bcast(&value, 1, MPI_INT, load(name), MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
