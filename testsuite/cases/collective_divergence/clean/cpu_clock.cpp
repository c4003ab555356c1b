// std::chrono and std::clock: processor time used so far is different everywhere.
//@ run: none
#include <mpi.h>
#include <ctime>

class Stopwatch {
public:
    Stopwatch() : start_(std::clock()) {}
    double elapsed() const { return double(std::clock() - start_) / CLOCKS_PER_SEC; }

private:
    std::clock_t start_;
};

static double relax(double x) { return 0.5 * (x + 2.0 / x); }

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    Stopwatch stopwatch;
    double x = 2.0, worst = 0.0;
    for (int sweep = 0; sweep < 100; sweep++) {
        x = relax(x);
        double elapsed = stopwatch.elapsed();
        MPI_Allreduce(MPI_IN_PLACE, &elapsed, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        if (elapsed > 60.0)
            break;
        MPI_Allreduce(&x, &worst, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
