// The thread that finds the largest value tells rank 0 itself, whoever it is: the run knows.
//@ static: none
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, provided, values[12], best = -1, owner = -1;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 12; i++)
        values[i] = (i * 7 + rank) % 12;
#pragma omp parallel num_threads(4)
    {
#pragma omp for
        for (int i = 0; i < 12; i++) {
#pragma omp critical(best)
            if (values[i] > best) {
                best = values[i];
                owner = omp_get_thread_num();
            }
        }
        if (omp_get_thread_num() == owner && rank == 1)
            MPI_Send(&best, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    if (rank == 0) {
        int other;
        MPI_Recv(&other, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("%d %d\n", best, other);
    }
    return MPI_Finalize() + (owner < 0);
}
