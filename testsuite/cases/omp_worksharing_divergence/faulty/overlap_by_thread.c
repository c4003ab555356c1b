// Thread 0 exchanges the halo while the others share the loop, which wants thread 0 as well.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

#define N 48

static double u[N + 2], next[N + 2];

int main(int argc, char **argv)
{
    int rank, provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    if (provided < MPI_THREAD_FUNNELED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i <= N + 1; i++)
        u[i] = i + rank * N;
#pragma omp parallel num_threads(3)
    {
        if (omp_get_thread_num() == 0) {
            MPI_Sendrecv(&u[N], 1, MPI_DOUBLE, 1 - rank, 0, &u[0], 1, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
#pragma omp for schedule(dynamic, 8) //~ omp_worksharing_divergence
            for (int i = 2; i < N; i++)
                next[i] = 0.5 * (u[i - 1] + u[i + 1]);
        }
    }
    next[1] = 0.5 * (u[0] + u[2]);
    printf("rank %d: %g %g\n", rank, next[1], next[N - 1]);
    MPI_Finalize();
    return 0;
}
