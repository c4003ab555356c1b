// Every rank hands out its row once, with a call of its own for the one who owns it.
#include <mpi.h>

int main(int argc, char **argv)
{
    double row[8] = {0};
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int owner = 0; owner < size; owner++) {
        if (rank == owner) {
            row[0] = rank;
            MPI_Bcast(row, 8, MPI_DOUBLE, rank, MPI_COMM_WORLD);
        } else {
            MPI_Bcast(row, 8, MPI_DOUBLE, owner, MPI_COMM_WORLD);
        }
    }
    MPI_Finalize();
    return 0;
}
