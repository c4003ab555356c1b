// The value is put by the thread that initialised MPI.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, provided;
    double slot = -1.0, values[8], sum = 0.0;
    MPI_Win window;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(&slot, sizeof slot, sizeof slot, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
#pragma omp parallel num_threads(4)
    {
#pragma omp for reduction(+ : sum)
        for (int i = 0; i < 8; i++) {
            values[i] = rank + 0.5 * i;
            sum += values[i];
        }
#pragma omp master
        MPI_Put(&sum, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, window);
    }
    MPI_Win_fence(0, window);
    printf("rank %d has put %g\n", rank, sum);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
