// sync is a member every thread calls; it has a barrier of all ranks in it.
//@ flags: -fopenmp
//@ ranks: 2
#include <cstdio>
#include <mpi.h>
#include <vector>

class Grid {
public:
    explicit Grid(int cells) : cells_(cells, 1) {}
    void step()
    {
#pragma omp for
        for (int i = 0; i < static_cast<int>(cells_.size()); ++i)
            cells_[i] *= 2;
        sync();
    }
    int first() const { return cells_.front(); }

private:
    void sync()
    {
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_in_parallel
#pragma omp barrier
    }
    std::vector<int> cells_;
};

int main(int argc, char **argv)
{
    int provided, rank;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    Grid grid(10);
#pragma omp parallel num_threads(3)
    for (int s = 0; s < 4; ++s)
        grid.step();
    if (rank == 0)
        std::printf("%d\n", grid.first());
    MPI_Finalize();
    return 0;
}
