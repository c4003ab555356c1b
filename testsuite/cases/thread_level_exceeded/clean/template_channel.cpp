// Both instances of the channel are used one after the other by one single region.
//@ flags: -fopenmp
//@ ranks: 2
#include <cstdio>
#include <mpi.h>

template <typename T> struct Kind;
template <> struct Kind<int> {
    static MPI_Datatype type() { return MPI_INT; }
};
template <> struct Kind<double> {
    static MPI_Datatype type() { return MPI_DOUBLE; }
};

template <typename T> class Channel {
public:
    Channel(int partner, int tag) : partner_(partner), tag_(tag) {}
    T swap(T value) const
    {
        T other{};
        MPI_Sendrecv(&value, 1, Kind<T>::type(), partner_, tag_, &other, 1, Kind<T>::type(), partner_, tag_, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return other;
    }

private:
    int partner_, tag_;
};

int main(int argc, char **argv)
{
    int provided, rank, count = 0;
    double weight = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const Channel<int> counts(1 - rank, 1);
    const Channel<double> weights(1 - rank, 2);
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        count = counts.swap(rank + 3);
        weight = weights.swap(0.5 * rank);
    }
    std::printf("rank %d: %d %g\n", rank, count, weight);
    MPI_Finalize();
    return 0;
}
