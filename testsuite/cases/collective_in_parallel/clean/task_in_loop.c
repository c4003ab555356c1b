// A task per field fills it; the fields are reduced in order behind the taskwait.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

enum { FIELDS = 5 };

int main(int argc, char **argv)
{
    int rank, provided;
    float field[FIELDS], mean[FIELDS];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel num_threads(4)
#pragma omp single
    {
        for (int f = 0; f < FIELDS; f++) {
#pragma omp task firstprivate(f) shared(field, mean)
            {
                field[f] = (float)(f + rank);
            }
        }
#pragma omp taskwait
        for (int f = 0; f < FIELDS; f++)
            MPI_Allreduce(&field[f], &mean[f], 1, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    }
    if (rank == 0)
        for (int f = 0; f < FIELDS; f++)
            printf("%d: %g\n", f, mean[f] / 2);
    MPI_Finalize();
    return 0;
}
