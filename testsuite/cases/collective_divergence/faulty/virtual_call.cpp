// Which override runs is decided when the object is made.
// Which class an object is of is not followed through the heap.
//@ static: none
#include <mpi.h>
#include <memory>

class Solver {
public:
    virtual ~Solver() = default;
    virtual double step(double x) const = 0;
};

class LocalSolver final : public Solver {
public:
    double step(double x) const override { return 0.5 * x; }
};

class GlobalSolver final : public Solver {
public:
    double step(double x) const override
    {
        double sum = 0.0;
        MPI_Allreduce(&x, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        return sum;
    }
};

static std::unique_ptr<Solver> make_solver(bool local)
{
    if (local)
        return std::make_unique<LocalSolver>();
    return std::make_unique<GlobalSolver>();
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    auto solver = make_solver(rank == 0);
    double x = solver->step(1.0);
    (void)x;
    MPI_Finalize();
    return 0;
}
