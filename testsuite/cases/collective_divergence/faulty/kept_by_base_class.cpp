// The object with a communicator of its own ends on rank 0 alone, by its base class.
//@ levels: -O0 -O2
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

class Communicator {
public:
    explicit Communicator(MPI_Comm from, int color) { MPI_Comm_split(from, color, 0, &handle_); }
    Communicator(const Communicator &) = delete;
    Communicator &operator=(const Communicator &) = delete;
    ~Communicator()
    {
        if (handle_ == MPI_COMM_NULL)
            return;
        MPI_Barrier(handle_); //~ collective_divergence
        MPI_Comm_free(&handle_);
    }
    MPI_Comm handle() const { return handle_; }

private:
    MPI_Comm handle_ = MPI_COMM_NULL;
};

struct Monitor {
    virtual ~Monitor() = default;
    virtual void iteration(int number) = 0;
};

class Writers final : public Monitor {
public:
    Writers() : group_(MPI_COMM_WORLD, 0) {}
    void iteration(int number) override { last_ = number; }
    void finish()
    {
        int all = 0;
        if (group_.handle() != MPI_COMM_NULL)
            MPI_Allreduce(&last_, &all, 1, MPI_INT, MPI_MAX, group_.handle());
    }

private:
    Communicator group_;
    int last_ = 0;
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    Writers *writers = new Writers();
    writers->iteration(argc);
    writers->finish();
    if (rank == 0)
        delete static_cast<Monitor *>(writers);
    MPI_Finalize();
    return 0;
}
