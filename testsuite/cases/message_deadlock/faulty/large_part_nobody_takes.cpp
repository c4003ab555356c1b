// A worker sends its result, which is large, to the one before it, who has left.
//@ static: none
//@ says: to receive what it sends with tag 2
//@ says: left by MPI_Finalize
#include <cstdio>
#include <mpi.h>
#include <vector>

namespace
{

constexpr int tag_result = 2;

class Worker
{
public:
    explicit Worker(MPI_Comm comm) : comm_(comm)
    {
        MPI_Comm_rank(comm_, &rank_);
        MPI_Comm_size(comm_, &size_);
    }

    std::vector<double> compute(std::size_t count) const { return std::vector<double>(count, rank_ + 1.0); }

    void hand_over(const std::vector<double> &result) const
    {
        int to = rank_ == 0 ? MPI_PROC_NULL : rank_ - 1;
        MPI_Send(result.data(), static_cast<int>(result.size()), MPI_DOUBLE, to, tag_result, comm_);
    }

    double collect(std::size_t count) const
    {
        double sum = 0;
        if (rank_ > 0)
            return sum;
        std::vector<double> part(count);
        for (int from = 1; from < 2; from++) {
            MPI_Recv(part.data(), static_cast<int>(count), MPI_DOUBLE, 1, tag_result, comm_,
                     MPI_STATUS_IGNORE);
            sum += part[0];
        }
        return sum;
    }

private:
    MPI_Comm comm_;
    int rank_ = 0, size_ = 0;
};

} // namespace

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    {
        Worker worker(MPI_COMM_WORLD);
        worker.hand_over(worker.compute(200000));
        std::printf("%g\n", worker.collect(200000));
    }
    MPI_Finalize();
    return 0;
}
