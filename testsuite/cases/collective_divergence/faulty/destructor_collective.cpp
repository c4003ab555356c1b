// The destructor of a guard synchronises; an early return decides who has a guard.
#include <mpi.h>

class PhaseGuard {
public:
    explicit PhaseGuard(MPI_Comm comm) : comm_(comm) {}
    ~PhaseGuard() { MPI_Barrier(comm_); } //~ collective_divergence

private:
    MPI_Comm comm_;
};

static int work(int load)
{
    if (load == 0)
        return 0;
    PhaseGuard guard(MPI_COMM_WORLD);
    return load * 2;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    work(rank);
    MPI_Finalize();
    return 0;
}
