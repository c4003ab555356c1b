// for_each_index runs the body on all threads; the ranks are asked behind it.
//@ flags: -fopenmp
//@ ranks: 2
#include <iostream>
#include <mpi.h>

template <typename Body> void for_each_index(int count, Body body)
{
#pragma omp parallel for num_threads(4) schedule(dynamic)
    for (int i = 0; i < count; ++i)
        body(i);
}

int main(int argc, char **argv)
{
    int provided, rank;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int local[6] = {}, largest[6] = {};
    for_each_index(6, [&](int i) {
        local[i] = (i + 1) * (rank + 1);
    });
    MPI_Allreduce(local, largest, 6, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0)
        std::cout << largest[0] << ' ' << largest[5] << '\n';
    MPI_Finalize();
    return 0;
}
