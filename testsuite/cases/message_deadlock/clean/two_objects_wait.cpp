// Each of two channels sends before it waits for the other's message.
//@ ranks: 2
#include <mpi.h>
#include <cstdio>
#include <vector>

template <class T> MPI_Datatype type_of();
template <> MPI_Datatype type_of<double>() { return MPI_DOUBLE; }

template <class T> class Channel {
public:
    Channel(int peer, std::vector<T> out) : peer_(peer), out_(std::move(out)), in_(out_.size())
    {
        MPI_Request request;
        MPI_Irecv(in_.data(), int(in_.size()), type_of<T>(), peer_, 0, MPI_COMM_WORLD, &request);
        MPI_Send(out_.data(), int(out_.size()), type_of<T>(), peer_, 0, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    T first() const { return in_.front(); }

private:
    int peer_;
    std::vector<T> out_, in_;
};

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    {
        Channel<double> channel(1 - rank, std::vector<double>(8, rank));
        if (rank == 0)
            std::printf("%.0f\n", channel.first());
    }
    MPI_Finalize();
}
