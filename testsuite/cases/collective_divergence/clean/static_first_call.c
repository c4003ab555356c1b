// A static counter is the same on all ranks as long as all ranks count alike.
#include <mpi.h>

static void log_every_second(int rank)
{
    static int calls = 0;
    calls += 1;
    (void)rank;
    if (calls % 2 == 0)
        MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 4; i++)
        log_every_second(rank);
    MPI_Finalize();
    return 0;
}
