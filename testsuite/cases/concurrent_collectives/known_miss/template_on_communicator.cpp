// Two sections sum over what both take from the same world object.
//@ flags: -fopenmp
//@ why: communicators are told apart by their variables, and a constructor put the same one into both
//@ ranks: 2
#include <cstdio>
#include <mpi.h>

class Summer {
public:
    explicit Summer(MPI_Comm parent) : comm_(parent) {}
    MPI_Comm comm() const { return comm_; }

private:
    MPI_Comm comm_ = MPI_COMM_NULL;
};

static void run(int rank)
{
    Summer mass(MPI_COMM_WORLD), charge(MPI_COMM_WORLD);
    int m = 2 + rank, q = -1, masses = 0, charges = 0;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        MPI_Allreduce(&m, &masses, 1, MPI_INT, MPI_SUM, mass.comm());
#pragma omp section
        MPI_Allreduce(&q, &charges, 1, MPI_INT, MPI_SUM, charge.comm());
    }
    if (rank == 0)
        std::printf("%d %d\n", masses, charges);
}

int main(int argc, char **argv)
{
    int rank, provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    run(rank);
    MPI_Finalize();
    return 0;
}
