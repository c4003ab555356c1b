// As its twin, but each rank adds up what it has itself.
//@ ranks: 4
#include <mpi.h>

#include <cstdio>
#include <numeric>
#include <vector>

class Pieces {
public:
    Pieces(MPI_Comm comm, int rows) : comm_(comm), rows_(rows) {
        int size = 0;
        MPI_Comm_rank(comm_, &rank_);
        MPI_Comm_size(comm_, &size);
        for (int rank = 0; rank < size; ++rank) {
            starts_.push_back(rows * rank / size);
            counts_.push_back(rows * (rank + 1) / size - rows * rank / size);
        }
    }

    int count() const { return counts_[rank_]; }
    int rank() const { return rank_; }

    double sum(const std::vector<double>& mine) const {
        std::vector<double> all(static_cast<std::size_t>(rows_));
        MPI_Allgatherv(mine.data(), count(), MPI_DOUBLE, all.data(), counts_.data(), starts_.data(), MPI_DOUBLE,
                       comm_);
        return all[starts_[rank_]];
    }

private:
    MPI_Comm comm_;
    int rows_;
    int rank_ = 0;
    std::vector<int> starts_, counts_;
};

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    const Pieces pieces(MPI_COMM_WORLD, 42);
    std::vector<double> mine(pieces.count(), 1.0 + pieces.rank());
    if (pieces.sum(mine) > 2.0) MPI_Barrier(MPI_COMM_WORLD);  //~ collective_divergence
    MPI_Finalize();
    return 0;
}
