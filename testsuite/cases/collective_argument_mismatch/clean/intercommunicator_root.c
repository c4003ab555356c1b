// On an intercommunicator MPI_ROOT, MPI_PROC_NULL and the root's rank belong together.
//@ ranks: 4
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm mine, between;
    int rank, side, mine_rank, value = 0, root;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    side = rank % 2;
    MPI_Comm_split(MPI_COMM_WORLD, side, rank, &mine);
    MPI_Intercomm_create(mine, 0, MPI_COMM_WORLD, 1 - side, 3, &between);
    MPI_Comm_rank(mine, &mine_rank);
    if (side == 0)
        root = mine_rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
    else
        root = 0;
    MPI_Bcast(&value, 1, MPI_INT, root, between);
    MPI_Comm_free(&between);
    MPI_Comm_free(&mine);
    MPI_Finalize();
    return 0;
}
