// A class wraps MPI's calls: how much it receives is said by its callers, the rest of the structure stays as it was.
//@ ranks: 2
#include <cstddef>
#include <mpi.h>

template <class T> MPI_Datatype datatype_of();
template <> MPI_Datatype datatype_of<int>() { return MPI_INT; }

class Communicator {
public:
    explicit Communicator(MPI_Comm handle) : handle_(handle)
    {
        MPI_Comm_rank(handle, &rank);
        MPI_Comm_size(handle, &size);
    }
    template <class T> void send(const T *values, std::size_t count, int to) const
    {
        MPI_Send(values, static_cast<int>(count), datatype_of<T>(), to, 0, handle_);
    }
    template <class T> void receive(T *values, std::size_t count) const
    {
        MPI_Recv(values, static_cast<int>(count), datatype_of<T>(), 0, 0, handle_, MPI_STATUS_IGNORE);
    }
    void receive_bytes(void *bytes, std::size_t numbers) const
    {
        MPI_Recv(bytes, numbers * sizeof(int), MPI_BYTE, 0, 0, handle_, MPI_STATUS_IGNORE);
    }
    int rank, size;

private:
    MPI_Comm handle_;
};

struct Job {
    int first, last, offset, steps;
};

static void distribute(const Communicator &world, Job &job)
{
    if (world.rank != 0) {
        world.receive(&job.first, 2);
        world.receive_bytes(&job.offset, 1);
        return;
    }
    for (int rank = 1; rank < world.size; rank++) {
        int rows[2] = {10 * rank, 10 * rank + 9};
        world.send(rows, 2, rank);
        world.send(&rank, 1, rank);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    Communicator world(MPI_COMM_WORLD);
    Job job = {0, 9, 0, 3};
    distribute(world, job);
    for (int step = 0; step < job.steps; step++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
