// Every inner team has a master of its own; only one of them is the main thread.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, provided, box[2] = {0, 0}, from[2] = {0, 0};
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    if (provided < MPI_THREAD_FUNNELED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
        int zone = omp_get_thread_num();
#pragma omp parallel num_threads(2)
        {
#pragma omp atomic
            box[zone] += rank + 1;
#pragma omp barrier
#pragma omp master
            MPI_Sendrecv(&box[zone], 1, MPI_INT, 1 - rank, zone, &from[zone], 1, MPI_INT, 1 - rank, zone, MPI_COMM_WORLD, MPI_STATUS_IGNORE); //~ thread_level_exceeded
        }
    }
    printf("rank %d: %d %d\n", rank, from[0], from[1]);
    MPI_Finalize();
    return 0;
}
