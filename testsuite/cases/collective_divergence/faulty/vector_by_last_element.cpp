// The last element of a vector that was just made is set. What stands in it is each rank's own.
//@ static: none
#include <mpi.h>

#include <vector>

static int element(int count, int which, int value) {
    std::vector<int> made(count);
    made.back() = value;
    return made[which];
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0, size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (element(argc, argc - 1, rank) > 0) MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
