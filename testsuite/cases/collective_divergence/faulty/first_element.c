// What one element holds is found again at an index that only the run knows.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int size, table[16] = {0}, most = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &table[0]);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 16; i++)
        if (table[i] > most)
            most = table[i];
    if (most > 0)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
