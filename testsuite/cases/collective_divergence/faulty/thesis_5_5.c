// Figure 5.5 with a slip: the rank is compared with the limit instead of the number of ranks.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX_PROCS 1

int main(int argc, char **argv)
{
    int my_rank, comm_size;
    double timecounter, maxtime = 0.0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &comm_size);

    if (my_rank > MAX_PROCS) {
        if (my_rank == 0)
            printf("\n ERROR: number of processes %d exceeds maximum %d"
                   "\n Exiting program!\n\n", comm_size, MAX_PROCS);
        MPI_Finalize();
        exit(1);
    }

    timecounter = 1.0;
    MPI_Reduce(&timecounter, &maxtime, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD); //~ collective_divergence
    if (my_rank == 0)
        printf("%g\n", maxtime);
    MPI_Finalize();
    return 0;
}
