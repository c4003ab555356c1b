/* One function ends everything, and does not come back: on an error the first rank waits for the others. */
//@ files: parts/way_out_by_kind.c
#include <mpi.h>
#include <stdio.h>

enum way_out { ORDERLY, ENDS_THE_JOB, AWAITED };
_Noreturn void leave(enum way_out how, int status);

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        FILE *parameters = fopen("none", "rb");
        if (!parameters)
            leave(AWAITED, 1);
        fclose(parameters);
    }
    int mine = rank, sum = 0;
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    printf("%d\n", rank);
    leave(ORDERLY, 0);
}
