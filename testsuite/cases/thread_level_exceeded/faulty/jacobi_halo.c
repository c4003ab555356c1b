// A Jacobi solver whose halo exchange stands in a single region: FUNNELED does not allow that.
//@ flags: -fopenmp
//@ ranks: 2
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#define ROWS 8
#define COLS 12

static double u[ROWS + 2][COLS], v[ROWS + 2][COLS];
static int up, down;

static void exchange_halo(void)
{
    MPI_Sendrecv(u[1], COLS, MPI_DOUBLE, up, 0, u[ROWS + 1], COLS, MPI_DOUBLE, down, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); //~ thread_level_exceeded
    MPI_Sendrecv(u[ROWS], COLS, MPI_DOUBLE, down, 1, u[0], COLS, MPI_DOUBLE, up, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int rank, size, provided;
    double change = 0.0, largest = 0.0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    if (provided < MPI_THREAD_FUNNELED) {
        fprintf(stderr, "MPI_THREAD_FUNNELED is needed\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    up = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    down = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    for (int r = 1; r <= ROWS; r++)
        u[r][0] = 1.0 + rank;
    for (int step = 0; step < 5; step++) {
        change = 0.0;
#pragma omp parallel num_threads(3)
        {
#pragma omp single
            exchange_halo();
#pragma omp for reduction(max : change) schedule(static)
            for (int r = 1; r <= ROWS; r++) {
                v[r][0] = u[r][0];
                for (int c = 1; c < COLS - 1; c++) {
                    v[r][c] = 0.25 * (u[r - 1][c] + u[r + 1][c] + u[r][c - 1] + u[r][c + 1]);
                    change = fmax(change, fabs(v[r][c] - u[r][c]));
                }
            }
#pragma omp for
            for (int r = 1; r <= ROWS; r++)
                memcpy(u[r], v[r], sizeof u[r]);
        }
        MPI_Allreduce(&change, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("%.6f\n", largest);
    MPI_Finalize();
    return 0;
}
