// How many values the others give follows from the command line, the root gives one.
//@ static: none
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, given[2] = {1, 1}, sum[2] = {0, 0}, count = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc == 1)
        count = 2;
    if (rank == 0)
        MPI_Allreduce(given, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    else
        MPI_Allreduce(given, sum, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return sum[0] == 0;
}
