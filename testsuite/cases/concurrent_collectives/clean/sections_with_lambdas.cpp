// Two jobs in one section: the checksum first, then the time step; the other section computes.
//@ flags: -fopenmp
//@ ranks: 2
#include <iostream>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    unsigned checksum = 17u * (rank + 1), all = 0;
    double step = 0.1 / (rank + 1), smallest = 0;
    auto check = [&] { MPI_Allreduce(&checksum, &all, 1, MPI_UNSIGNED, MPI_BXOR, MPI_COMM_WORLD); };
    auto limit = [&] {
        MPI_Allreduce(&step, &smallest, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
    };
    int work = 0;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        {
            check();
            limit();
        }
#pragma omp section
        {
            work = 5;
        }
    }
    std::cout << "rank " << rank << ": " << all << ' ' << smallest << ' ' << work << '\n';
    MPI_Finalize();
    return 0;
}
