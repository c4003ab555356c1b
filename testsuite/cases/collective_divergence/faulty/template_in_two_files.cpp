// One template, instantiated in two files; only the other file's instance hangs on the rank.
//@ files: parts/template_in_two_files/norm.h parts/template_in_two_files/monitor.cpp
#include "parts/template_in_two_files/norm.h"

void monitor(const std::vector<float> &samples, bool active);

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const std::vector<double> field(8, 0.5);
    const std::vector<float> samples(4, 1.0f);
    const double length = norm(field, MPI_COMM_WORLD);
    monitor(samples, rank == 0);
    MPI_Finalize();
    return length > 0.0 ? 0 : 1;
}
