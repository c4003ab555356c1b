// Two conditions that together cover all ranks; work for one rank stands in between.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, data[4] = { 0 };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        for (int i = 0; i < 4; i++)
            data[i] = i * i;
        MPI_Bcast(data, 4, MPI_INT, 0, MPI_COMM_WORLD); //~ collective_divergence
    }
    if (rank == 1)
        MPI_Bcast(data, 4, MPI_INT, 0, MPI_COMM_WORLD); //~ collective_divergence
    printf("%d\n", data[3]);
    MPI_Finalize();
    return 0;
}
