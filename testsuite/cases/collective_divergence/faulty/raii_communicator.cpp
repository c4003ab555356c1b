// A communicator as a C++ object: construction and destruction are collective.
#include <mpi.h>
#include <iostream>

class Communicator {
public:
    explicit Communicator(MPI_Comm parent) { MPI_Comm_dup(parent, &handle_); }
    ~Communicator() { MPI_Comm_free(&handle_); }
    Communicator(const Communicator &) = delete;
    Communicator &operator=(const Communicator &) = delete;

    int rank() const
    {
        int r;
        MPI_Comm_rank(handle_, &r);
        return r;
    }
    int size() const
    {
        int s;
        MPI_Comm_size(handle_, &s);
        return s;
    }
    void barrier() const { MPI_Barrier(handle_); } //~ collective_divergence

private:
    MPI_Comm handle_ = MPI_COMM_NULL;
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    {
        Communicator world(MPI_COMM_WORLD);
        if (world.rank() < 2)
            world.barrier();
        std::cout << "size " << world.size() << std::endl;
    }
    MPI_Finalize();
    return 0;
}
