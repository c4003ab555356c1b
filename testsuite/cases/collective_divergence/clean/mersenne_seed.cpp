// The same generator with a seed of its own on each rank, or with one for all.
#include <mpi.h>
#include <random>

class Sampler {
public:
    explicit Sampler(unsigned seed) : engine_(seed) {}
    bool coin() { return engine_() % 2 == 0; }

private:
    std::mt19937 engine_;
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    Sampler sampler(17u);
    double local = 0.5 * rank, mean = 0.0;
    for (int draw = 0; draw < 16; draw++) {
        if (sampler.coin())
            MPI_Allreduce(&local, &mean, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
