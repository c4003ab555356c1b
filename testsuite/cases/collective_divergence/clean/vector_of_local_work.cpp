// One collective per element of a vector: vectors are not equally long on all ranks.
#include <mpi.h>
#include <vector>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::vector<int> blocks;
    for (int i = 0; i < 5; i += size)
        blocks.push_back(i);
    long sum = 0;
    for (int block : blocks) {
        long mine = block, all = 0;
        MPI_Allreduce(&mine, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
        sum += all;
    }
    MPI_Finalize();
    return sum < 0;
}
