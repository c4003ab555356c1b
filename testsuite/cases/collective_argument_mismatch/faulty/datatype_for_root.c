// The root expects whole numbers; the others send what they measured.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    double measured = 1.5;
    int rank, count = 3, counts[64] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Gather(&count, 1, MPI_INT, counts, 1, MPI_INT, 0, MPI_COMM_WORLD); //~ collective_argument_mismatch
    else
        MPI_Gather(&measured, 1, MPI_DOUBLE, NULL, 0, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", counts[1]);
    MPI_Finalize();
    return measured < 0.0;
}
