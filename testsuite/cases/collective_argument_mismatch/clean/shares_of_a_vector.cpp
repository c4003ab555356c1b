// Each rank gives as many as any has at most, which all know.
//@ ranks: 4
#include <mpi.h>
#include <cstdio>
#include <vector>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::vector<int> mine;
    for (int item = 0; item < 10; ++item)
        if (item % size == rank)
            mine.push_back(item);
    int count = static_cast<int>(mine.size());
    MPI_Allreduce(MPI_IN_PLACE, &count, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    mine.resize(count, -1);
    std::vector<int> all(mine.size() * size, -1);
    MPI_Gather(mine.data(), count, MPI_INT, all.data(), count, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0)
        for (int item : all)
            std::printf("%d ", item);
    MPI_Finalize();
}
