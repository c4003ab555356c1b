// MPI_MAXLOC says who has the pivot, but only to those who get the result.
#include <mpi.h>

struct pivot {
    double value;
    int rank;
};

static int find_owner(double value, MPI_Comm comm)
{
    struct pivot mine = { value, 0 }, best = { 0.0, 0 };
    MPI_Comm_rank(comm, &mine.rank);
    MPI_Allreduce(&mine, &best, 1, MPI_DOUBLE_INT, MPI_MAXLOC, comm);
    return best.rank;
}

int main(int argc, char **argv)
{
    double row[4] = { 0 };
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int owner = find_owner(rank == 2 ? 7.5 : 1.0, MPI_COMM_WORLD);
    if (rank == owner)
        row[0] = 1.0;
    MPI_Bcast(row, 4, MPI_DOUBLE, owner, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
