// Receive, work, send on: the tasks of two batches overlap, and both use MPI.
//@ flags: -fopenmp
//@ ranks: 3
//@ repeat: 50
#include <iostream>
#include <mpi.h>
#include <vector>

constexpr int batches = 3;

int main(int argc, char **argv)
{
    int provided, rank, size;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int before = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    const int behind = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
    std::vector<int> batch(batches, 1);
    int *data = batch.data();
#pragma omp parallel num_threads(2)
#pragma omp single
    for (int b = 0; b < batches; ++b) {
#pragma omp task firstprivate(b) depend(out : data[b])
        MPI_Recv(&data[b], 1, MPI_INT, before, b, MPI_COMM_WORLD, MPI_STATUS_IGNORE); //~ thread_level_exceeded
#pragma omp task firstprivate(b) depend(inout : data[b])
        data[b] = 2 * data[b] + b;
#pragma omp task firstprivate(b) depend(in : data[b])
        MPI_Send(&data[b], 1, MPI_INT, behind, b, MPI_COMM_WORLD); //~ thread_level_exceeded
    }
    if (rank == size - 1)
        std::cout << batch[0] << ' ' << batch[1] << ' ' << batch[2] << '\n';
    MPI_Finalize();
    return 0;
}
