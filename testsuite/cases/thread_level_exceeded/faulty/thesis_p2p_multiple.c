// After the microbenchmark p2p_multiple: every thread talks to its partner, the level says one at a time.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <omp.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, provided, required, buff_size = 1;
    int *buff_addr1 = calloc(4, sizeof(int));
    int *buff_addr2 = calloc(4, sizeof(int));
    required = MPI_THREAD_SERIALIZED;

    MPI_Init_thread(&argc, &argv, required, &provided);
    if (provided < required)
        MPI_Abort(MPI_COMM_WORLD, provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

#pragma omp parallel num_threads(4)
    {
        int tag = 1000 + omp_get_thread_num();
        int *mine = buff_addr1 + omp_get_thread_num();
        int *other = buff_addr2 + omp_get_thread_num();
        MPI_Request request;
        MPI_Irecv(other, buff_size, MPI_INT, 1 - rank, tag, MPI_COMM_WORLD, &request); //~ thread_level_exceeded
        MPI_Send(mine, buff_size, MPI_INT, 1 - rank, tag, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }

    free(buff_addr1);
    free(buff_addr2);
    MPI_Finalize();
    return 0;
}
