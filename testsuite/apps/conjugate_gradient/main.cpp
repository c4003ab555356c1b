// Solves a sparse symmetric system with a known solution by conjugate gradients.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>

#include "collective_error.hpp"
#include "communicator.hpp"
#include "csr_matrix.hpp"
#include "io_group.hpp"
#include "options.hpp"
#include "partition.hpp"
#include "preconditioner.hpp"
#include "problem.hpp"
#include "solver.hpp"

namespace {

// MPI from here to the end of the scope, whatever leaves it.
class Session {
public:
    Session(int* argc, char*** argv) { MPI_Init(argc, argv); }
    ~Session() { MPI_Finalize(); }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
};

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
    double largest = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::fabs(a[i] - b[i]));
    return largest;
}

cg::CsrMatrix assemble(const cg::Options& options, const cg::Partition& partition,
                       const cg::Communicator& world) {
    cg::CsrMatrix rows;
    cg::on_all_ranks(world, [&] { rows = cg::assemble_rows(options, partition); });
    return rows;
}

int solve(const cg::Options& options, const cg::Communicator& world) {
    const cg::Partition partition(options.rows(), world);
    const cg::DistributedMatrix matrix(assemble(options, partition, world), partition, world);
    const cg::BlockSum sum(partition, world);
    cg::IoGroup io(world, options.log, options.log_every);

    const std::vector<double> solution = cg::chosen_solution(options, partition);
    std::vector<double> b(solution.size());
    std::vector<double> x(solution.size(), 0.0);
    matrix.multiply(solution, b);

    const cg::Outcome outcome =
        options.jacobi
            ? cg::conjugate_gradient(matrix, cg::Jacobi(matrix), sum, b, x, options.tolerance,
                                     options.max_iterations, io)
            : cg::conjugate_gradient(matrix, cg::Identity(), sum, b, x, options.tolerance,
                                     options.max_iterations, io);

    const double local_error = largest_difference(x, solution);
    io.finish(local_error);
    const double error = world.reduce_all(local_error, MPI_MAX);
    const double length = std::sqrt(cg::dot(sum, x, x));
    if (world.rank() == 0) {
        std::printf("%lld rows, %s after %d iterations\n", static_cast<long long>(partition.rows()),
                    outcome.converged ? "converged" : "not converged", outcome.iterations);
        std::printf("residual %.3e, largest error %.3e, length %.12g\n", outcome.residual, error,
                    length);
    }
    return outcome.converged ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    const Session session(&argc, &argv);
    int status = 2;
    const cg::Communicator world = cg::Communicator::duplicate(MPI_COMM_WORLD, "solver");
    try {
        const cg::Options options = cg::read_options(argc, argv, world);
        status = solve(options, world);
    } catch (const cg::CollectiveError& error) {
        if (world.rank() == 0)
            std::fprintf(stderr, "conjugate_gradient: %s (%d of %d ranks)\n", error.what(),
                         error.failed_ranks(), world.size());
    } catch (const std::exception& error) {
        std::fprintf(stderr, "conjugate_gradient: rank %d: %s\n", world.rank(), error.what());
    }
    return status;
}
