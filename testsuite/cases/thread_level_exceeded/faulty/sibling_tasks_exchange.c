// A task per message: they run side by side, which SERIALIZED does not allow.
//@ flags: -fopenmp
//@ ranks: 2
//@ repeat: 50
#include <mpi.h>
#include <stdio.h>

#define PARTS 4

int main(int argc, char **argv)
{
    int rank, provided;
    int send[PARTS], receive[PARTS];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel num_threads(4)
#pragma omp single
    for (int part = 0; part < PARTS; part++) {
#pragma omp task firstprivate(part) shared(send) depend(out : send[part])
        send[part] = rank * PARTS + part;
#pragma omp task firstprivate(part) shared(send, receive) depend(in : send[part])
        MPI_Sendrecv(&send[part], 1, MPI_INT, 1 - rank, part, &receive[part], 1, MPI_INT, 1 - rank, part, MPI_COMM_WORLD, MPI_STATUS_IGNORE); //~ thread_level_exceeded
    }
    for (int part = 0; part < PARTS; part++)
        printf("rank %d part %d: %d\n", rank, part, receive[part]);
    MPI_Finalize();
    return 0;
}
