// The rank is a member that is set in the constructor and asked for much later.
#include <mpi.h>
#include <cstdio>

namespace simulation {

class Domain {
public:
    Domain(MPI_Comm comm, int cells) : comm_(comm), cells_(cells)
    {
        MPI_Comm_rank(comm_, &rank_);
        MPI_Comm_size(comm_, &size_);
    }

    bool owner() const { return rank_ == 0; }
    bool parallel() const { return size_ > 1; }

    long count() const
    {
        long local = cells_, total = cells_;
        if (!owner())
            MPI_Allreduce(&local, &total, 1, MPI_LONG, MPI_SUM, comm_); //~ collective_divergence
        return total;
    }

private:
    MPI_Comm comm_;
    int cells_, rank_ = -1, size_ = 0;
};

} // namespace simulation

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    simulation::Domain domain(MPI_COMM_WORLD, 100);
    std::printf("%ld\n", domain.count());
    MPI_Finalize();
}
