// The session object is told the level the region below it needs.
//@ flags: -fopenmp
//@ ranks: 2
#include <cstdio>
#include <mpi.h>

class Session {
public:
    Session(int &argc, char **&argv, int level = MPI_THREAD_FUNNELED)
    {
        int provided = 0;
        MPI_Init_thread(&argc, &argv, level, &provided);
        if (provided < level)
            MPI_Abort(MPI_COMM_WORLD, 1);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    }
    ~Session() { MPI_Finalize(); }
    Session(const Session &) = delete;
    Session &operator=(const Session &) = delete;
    int rank() const { return rank_; }

private:
    int rank_ = 0;
};

int main(int argc, char **argv)
{
    Session session(argc, argv, MPI_THREAD_SERIALIZED);
    double energy = 0.0, total = 0.0;
#pragma omp parallel num_threads(4)
    {
#pragma omp for reduction(+ : energy)
        for (int i = 0; i < 20; ++i)
            energy += 0.25 * i;
#pragma omp single
        MPI_Allreduce(&energy, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    if (session.rank() == 0)
        std::printf("%g\n", total);
    return 0;
}
