// Two sections sum over duplicates, one per object.
//@ flags: -fopenmp
//@ ranks: 2
#include <cstdio>
#include <mpi.h>

class Summer {
public:
    explicit Summer(MPI_Comm parent) { MPI_Comm_dup(parent, &comm_); }
    ~Summer() { MPI_Comm_free(&comm_); }
    Summer(const Summer &) = delete;
    Summer &operator=(const Summer &) = delete;
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
