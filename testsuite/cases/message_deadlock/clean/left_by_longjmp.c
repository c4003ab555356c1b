// An error handler leaves the receive that MPI has refused by longjmp: the rank does not wait in it any more.
//@ ranks: 2
#include <mpi.h>
#include <setjmp.h>
#include <stdio.h>

static jmp_buf back;

static void leave(MPI_Comm *communicator, int *error, ...)
{
    (void)communicator;
    (void)error;
    longjmp(back, 1);
}

int main(int argc, char **argv)
{
    int rank, value = 4;
    MPI_Errhandler handler;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_create_errhandler(leave, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    if (rank == 0) {
        if (setjmp(back) == 0)
            MPI_Recv(&value, 1, MPI_DATATYPE_NULL, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("%d\n", value);
    }
    MPI_Errhandler_free(&handler);
    MPI_Finalize();
    return 0;
}
