// Two loops with an inner break.
#include <mpi.h>

#define N 4

int main(int argc, char **argv)
{
    int rank, size;
    double row[N] = { 0 }, reduced[N];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            if (j > size)
                break;
            row[j] += 1.0;
            MPI_Allreduce(row, reduced, N, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
