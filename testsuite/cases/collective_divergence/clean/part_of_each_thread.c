// Each thread of a team adds its part in its turn: as many as on every rank.
//@ flags: -fopenmp
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int provided, rank, sum = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    omp_set_dynamic(0);
    omp_set_num_threads(2);
#pragma omp parallel
    {
        int own = 1;
#pragma omp critical
        MPI_Allreduce(MPI_IN_PLACE, &own, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
#pragma omp atomic
        sum += own;
    }
    printf("%d\n", sum);
    MPI_Finalize();
    return 0;
}
