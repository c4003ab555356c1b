// A trait gives the datatype of a template; both sides instantiate it, one with another precision.
#include <mpi.h>

template <typename T> struct Datatype;
template <> struct Datatype<float> { static MPI_Datatype get() { return MPI_FLOAT; } };
template <> struct Datatype<double> { static MPI_Datatype get() { return MPI_DOUBLE; } };

template <typename T> static void broadcast(T *values, int n)
{
    MPI_Bcast(values, n, Datatype<T>::get(), 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double sent[2] = { 1.0, 2.0 };
    double received[2] = { 0, 0 };
    if (rank == 0)
        broadcast(sent, 2);
    else
        broadcast(received, 2);
    MPI_Finalize();
    return 0;
}
