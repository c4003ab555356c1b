// Figure 3.3(a): a loop of barriers on one side; on the other a barrier on each arm and a loop
// of reductions.
#include <mpi.h>

static int work(int first, int second, int rounds)
{
    int sum = 0, one = 1;
    if (first) {
        for (int i = 0; i < rounds; i++)
            MPI_Barrier(MPI_COMM_WORLD);
    } else {
        if (second)
            MPI_Barrier(MPI_COMM_WORLD);
        else
            MPI_Barrier(MPI_COMM_WORLD);
        do {
            if (rounds > 0)
                MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        } while (--rounds > 0);
    }
    return sum;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    work(size == 1, rank == 1, 2);
    MPI_Finalize();
    return 0;
}
