// An iteration that answers a structure: whether it converged is what all ranks agreed on,
// but what each of them computes is its own.
//@ flags: -std=c++17
//@ static: none
#include <mpi.h>

#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <vector>

struct Outcome {
    int iterations = 0;
    double residual = 1.0;
    bool converged = false;
};

static double norm(MPI_Comm comm, const std::vector<double> &values)
{
    double local = 0.0, total = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i)
        local += values[i] * values[i];
    MPI_Allreduce(&local, &total, 1, MPI_DOUBLE, MPI_SUM, comm);
    return std::sqrt(local);
}

static Outcome relax(MPI_Comm comm, std::vector<double> &values, double tolerance, int most)
{
    std::vector<double> next(values.size());
    Outcome outcome;

    while (outcome.iterations < most) {
        for (std::size_t i = 0; i < next.size(); ++i)
            next[i] = 0.5 * values[i];
        values = next;
        ++outcome.iterations;
        outcome.residual = norm(comm, values);
        if (!(outcome.residual >= 0.0))
            throw std::domain_error("not a number");
        if (outcome.residual < tolerance) {
            outcome.converged = true;
            break;
        }
    }
    return outcome;
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::vector<double> values(4 + rank, 1.0 + rank);
    const Outcome outcome = relax(MPI_COMM_WORLD, values, 1e-3, 10 + argc);
    if (outcome.converged)
        MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        std::printf("%d iterations\n", outcome.iterations);
    MPI_Finalize();
    return 0;
}
