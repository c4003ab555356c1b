// A nowait lets both single regions run at once; on two communicators and under MULTIPLE that is legal.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, provided, mass = 3, charge = -1, masses = 0, charges = 0;
    MPI_Comm charge_comm;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided != MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &charge_comm);
#pragma omp parallel num_threads(4)
    {
#pragma omp single nowait
        MPI_Reduce(&mass, &masses, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
#pragma omp single
        MPI_Reduce(&charge, &charges, 1, MPI_INT, MPI_SUM, 0, charge_comm);
    }
    if (rank == 0)
        printf("mass %d, charge %d\n", masses, charges);
    MPI_Comm_free(&charge_comm);
    MPI_Finalize();
    return 0;
}
