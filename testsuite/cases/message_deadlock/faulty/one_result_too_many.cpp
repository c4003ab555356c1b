// The first rank waits for a result of each rank, but works itself and sends none.
//@ static: none
//@ says: waits for a message of anybody
#include <iostream>
#include <mpi.h>
#include <numeric>
#include <vector>

namespace {

struct Result {
    int rank;
    double value;
};

constexpr int kJob = 1, kResult = 2;

std::vector<Result> collect(int expected)
{
    std::vector<Result> results;
    while (static_cast<int>(results.size()) < expected) {
        MPI_Status status;
        double value = 0.0;
        MPI_Recv(&value, 1, MPI_DOUBLE, MPI_ANY_SOURCE, kResult, MPI_COMM_WORLD, &status);
        results.push_back({status.MPI_SOURCE, value});
    }
    return results;
}

int hand_out(int rank, int size, int jobs)
{
    int mine = jobs / size;
    if (rank == 0) {
        for (int other = 1; other < size; ++other)
            MPI_Send(&mine, 1, MPI_INT, other, kJob, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&mine, 1, MPI_INT, 0, kJob, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return mine;
}

} // namespace

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank = 0, size = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int mine = hand_out(rank, size, 30);
    for (int job = 0; job < mine; ++job)
        MPI_Barrier(MPI_COMM_WORLD);
    const double value = 1.5 * rank;
    if (rank == 0) {
        const auto results = collect(size);
        const auto add = [](double sum, const Result &result) { return sum + result.value; };
        std::cout << std::accumulate(results.begin(), results.end(), value, add) << '\n';
    } else {
        MPI_Send(&value, 1, MPI_DOUBLE, 0, kResult, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
