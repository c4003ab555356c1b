// The first rank has a team of threads, whose single regions make the calls in another order than the others.
//@ flags: -fopenmp
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double table[64];

static void read_table(int rank)
{
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < 64; i++)
            table[i] = 0.5 * i;
#pragma omp single
        {
            MPI_Bcast(table, 64, MPI_DOUBLE, rank, MPI_COMM_WORLD); //~ collective_divergence
        }
#pragma omp single
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

static void receive_table(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Bcast(table, 64, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank, provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        read_table(rank);
    else
        receive_table();
    printf("%g\n", table[63]);
    MPI_Finalize();
    return 0;
}
