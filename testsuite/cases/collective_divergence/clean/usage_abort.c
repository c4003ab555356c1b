// Only the root looks at the arguments, and it ends the whole job.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, n = 10;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        if (argc > 1)
            n = atoi(argv[1]);
        if (n <= 0) {
            fprintf(stderr, "usage: %s [n > 0]\n", argv[0]);
            MPI_Abort(MPI_COMM_WORLD, 2);
            exit(2);
        }
    }
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", n);
    MPI_Finalize();
    return 0;
}
