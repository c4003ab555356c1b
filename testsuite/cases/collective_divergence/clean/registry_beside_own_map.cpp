// Sums have names, the same on all ranks; beside them each rank keeps what is its own, in a map and in a list.
//@ levels: -O0 -O2
//@ ranks: 3
#include <mpi.h>

#include <list>
#include <string>
#include <unordered_map>
#include <vector>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::unordered_map<std::string, double> sums;
    sums["mass"] = 1;
    sums["energy"] = 2;
    std::list<double> limits = {0.5, 0.25};
    std::unordered_map<int, double> halo;
    std::vector<int> cells;
    halo[rank] = 1;
    if (rank > 0)
        halo[17] = 3;
    for (int cell = 0; cell <= rank; cell++)
        cells.push_back(cell);
    for (auto &[name, sum] : sums)
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    for (double &limit : limits)
        MPI_Bcast(&limit, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return halo.size() + cells.size() > 1 ? 0 : 1;
}
