// The first rank takes what comes, of anybody and with any tag, and takes all that the others hand over.
//@ check: all
#include <mpi.h>
#include <stdio.h>

#define EACH 3

int main(int argc, char **argv)
{
    int rank, size, value = 0, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        int left = EACH * (size - 1);
        for (; left > 1; left--) {
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            sum += value;
        }
        for (; left > 0; left--) {
            MPI_Message message;
            int found = 0;
            while (!found)
                MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found, &message, MPI_STATUS_IGNORE);
            MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
            sum += value;
        }
        printf("%d\n", sum);
    } else {
        MPI_Request requests[EACH];
        for (int part = 0; part < EACH; part++)
            MPI_Issend(&rank, 1, MPI_INT, 0, part, MPI_COMM_WORLD, &requests[part]);
        MPI_Waitall(EACH, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
