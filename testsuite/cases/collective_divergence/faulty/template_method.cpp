// The base class runs the algorithm, a derived class has a step with a collective.
#include <mpi.h>
#include <cmath>

class IterativeSolver {
public:
    virtual ~IterativeSolver() {}
    int solve(double tolerance, int limit)
    {
        int iterations = 0;
        double error = initial_error();
        while (error > tolerance && iterations < limit) {
            error = improve(error);
            ++iterations;
        }
        return iterations;
    }

protected:
    virtual double initial_error() const = 0;
    virtual double improve(double error) = 0;
};

class Jacobi : public IterativeSolver {
public:
    Jacobi(MPI_Comm comm, int part) : comm_(comm), part_(part) {}

protected:
    double initial_error() const override { return 1.0 + part_; }
    double improve(double error) override
    {
        double mine = 0.5 * error, largest = 0.0;
        MPI_Allreduce(&mine, &largest, 1, MPI_DOUBLE, MPI_MAX, comm_); //~ collective_divergence
        return mine;
    }

private:
    MPI_Comm comm_;
    int part_;
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    {
        Jacobi solver(MPI_COMM_WORLD, rank);
        solver.solve(0.6, 10);
    }
    MPI_Finalize();
    return 0;
}
