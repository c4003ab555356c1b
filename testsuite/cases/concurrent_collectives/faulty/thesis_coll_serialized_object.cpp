// The microbenchmark coll_serialized as the methods of a class: the first does not wait.
//@ flags: -fopenmp
//@ ranks: 2
#include <cstdio>
#include <mpi.h>

class Totals {
public:
    explicit Totals(int rank) : part_{rank + 1, 2 * rank} {}
    void first()
    {
#pragma omp single nowait
        MPI_Reduce(&part_[0], &sum_[0], 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    }
    void second()
    {
#pragma omp single
        MPI_Reduce(&part_[1], &sum_[1], 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD); //~ concurrent_collectives
    }
    void print() const { std::printf("%d %d\n", sum_[0], sum_[1]); }

private:
    int part_[2], sum_[2] = {0, 0};
};

int main(int argc, char **argv)
{
    int rank, provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    Totals totals(rank);
#pragma omp parallel num_threads(4)
    {
        totals.first();
        totals.second();
    }
    if (rank == 0)
        totals.print();
    MPI_Finalize();
    return 0;
}
