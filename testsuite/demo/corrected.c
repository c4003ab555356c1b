/* Heat in a rod, one part of it per rank, that starts from a checkpoint if there is one.
   Rank 0 tells the others whether there is one, so all of them leave restart() together. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>

enum { CELLS = 1000 };

/* Only rank 0 sees the file system. -1: there is no checkpoint. */
static int read_checkpoint(const char *path, int rank, double *start)
{
    if (rank == 0) {
        FILE *file = fopen(path, "r");
        if (file == NULL)
            return -1;
        if (fscanf(file, "%lf", start) != 1)
            fprintf(stderr, "%s holds no number\n", path);
        fclose(file);
    }
    return 0;
}

static void restart(const char *path, int rank, double *start)
{
    int status = read_checkpoint(path, rank, start);
    MPI_Bcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (status != 0)
        return; /* nothing to restart from: keep the default */
    MPI_Bcast(start, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static double step(double *cells)
{
    double change = 0.0, largest;
    for (int i = 1; i < CELLS - 1; i++) {
        double value = 0.5 * (cells[i - 1] + cells[i + 1]);
        change = fmax(change, fabs(value - cells[i]));
        cells[i] = value;
    }
    MPI_Allreduce(&change, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return largest;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, steps = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    double start = 20.0, cells[CELLS] = {0.0};
    restart(argc > 1 ? argv[1] : "checkpoint.txt", rank, &start);
    cells[0] = start;
    while (step(cells) > 1e-3)
        steps++;
    if (rank == 0)
        printf("settled after %d steps\n", steps);

    MPI_Finalize();
    return 0;
}
