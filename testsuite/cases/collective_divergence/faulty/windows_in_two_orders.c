/* Two fields, a window each: rank 0 closes the exchange of heat first, the others that of mass. */
#include <mpi.h>
#include <stdio.h>

struct field {
    double *cells;
    MPI_Win window;
};

static void make(struct field *f, int cells)
{
    MPI_Win_allocate(cells * (MPI_Aint)sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &f->cells,
                     &f->window);
    for (int i = 0; i < cells; i++)
        f->cells[i] = 0;
}

static void finish(struct field *f)
{
    MPI_Win_fence(0, f->window); //~ collective_divergence
}

int main(int argc, char **argv)
{
    struct field heat, mass;
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    make(&heat, 4);
    make(&mass, 4);
    MPI_Win_fence(0, heat.window);
    MPI_Win_fence(0, mass.window);
    double mine = rank;
    MPI_Put(&mine, 1, MPI_DOUBLE, (rank + 1) % ranks, 0, 1, MPI_DOUBLE, heat.window);
    MPI_Put(&mine, 1, MPI_DOUBLE, (rank + 1) % ranks, 1, 1, MPI_DOUBLE, mass.window);
    if (rank == 0) {
        finish(&heat);
        finish(&mass);
    } else {
        finish(&mass);
        finish(&heat);
    }
    printf("%g %g\n", heat.cells[0], mass.cells[1]);
    MPI_Win_free(&heat.window);
    MPI_Win_free(&mass.window);
    MPI_Finalize();
    return 0;
}
