// A taskgroup ends the histogram's task before the limits' task is made.
//@ flags: -fopenmp
//@ ranks: 2
#include <algorithm>
#include <cstdio>
#include <mpi.h>
#include <vector>

int main(int argc, char **argv)
{
    int rank, provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::vector<int> histogram(4, rank + 1), sums(4), largest(4);
#pragma omp parallel num_threads(3)
#pragma omp single
    {
#pragma omp taskgroup
#pragma omp task shared(histogram, sums)
        MPI_Allreduce(histogram.data(), sums.data(), 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
#pragma omp task shared(histogram, largest)
        {
            std::vector<int> sorted(histogram);
            std::sort(sorted.begin(), sorted.end());
            MPI_Allreduce(sorted.data(), largest.data(), 4, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        }
    }
    std::printf("rank %d: %d %d\n", rank, sums[3], largest[3]);
    MPI_Finalize();
    return 0;
}
