// Each lane has its role in the team, and one of them talks to the other ranks.
//@ flags: -fopenmp
//@ threads: 2
#include <mpi.h>
#include <omp.h>
#include <vector>

enum class Role { talk, work, rest };

struct Lane {
    Role role;
    double sum = 0;
};

int main(int argc, char **argv)
{
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    std::vector<Lane> lanes(omp_get_max_threads());
    for (int lane = 0; lane < static_cast<int>(lanes.size()); lane++)
        lanes[lane].role = lane == 0 ? Role::talk : lane % 2 ? Role::work : Role::rest;
#pragma omp parallel
    {
        Lane &mine = lanes[omp_get_thread_num()];
        switch (mine.role) {
        case Role::talk:
            MPI_Barrier(MPI_COMM_WORLD);
            break;
        case Role::work:
            mine.sum += 1;
            break;
        default:
            break;
        }
    }
    MPI_Finalize();
    return 0;
}
