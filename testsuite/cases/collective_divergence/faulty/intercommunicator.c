// Both groups of an intercommunicator have to come.
// Which ranks an intercommunicator joins is not known statically.
//@ static: none
//@ ranks: 4
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm mine, between;
    int rank, side, mine_rank, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    side = rank % 2;
    MPI_Comm_split(MPI_COMM_WORLD, side, rank, &mine);
    MPI_Intercomm_create(mine, 0, MPI_COMM_WORLD, 1 - side, 3, &between);
    MPI_Comm_rank(mine, &mine_rank);
    value = side;
    if (side == 0)
        MPI_Barrier(between);
    MPI_Comm_free(&between);
    MPI_Comm_free(&mine);
    MPI_Finalize();
    return value > 1;
}
