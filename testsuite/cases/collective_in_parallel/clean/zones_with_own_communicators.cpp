// One communicator per zone, indexed by the loop: zones may be reduced in any order, at once.
//@ flags: -fopenmp
//@ ranks: 2
#include <iostream>
#include <mpi.h>
#include <vector>

int main(int argc, char **argv)
{
    int rank, provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int zones = 3;
    std::vector<MPI_Comm> comm(zones);
    for (auto &c : comm)
        MPI_Comm_dup(MPI_COMM_WORLD, &c);
    std::vector<int> mass(zones), total(zones);
    // One thread per zone: a thread that waits keeps no other zone from being served.
#pragma omp parallel for num_threads(3) schedule(static, 1)
    for (int z = 0; z < zones; ++z) {
        mass[z] = z + rank;
        MPI_Allreduce(&mass[z], &total[z], 1, MPI_INT, MPI_SUM, comm[z]);
    }
    for (auto &c : comm)
        MPI_Comm_free(&c);
    if (rank == 0)
        std::cout << total[0] << ' ' << total[1] << ' ' << total[2] << '\n';
    MPI_Finalize();
    return 0;
}
