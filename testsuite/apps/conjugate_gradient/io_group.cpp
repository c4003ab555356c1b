#include "io_group.hpp"

#include <algorithm>
#include <iomanip>
#include <stdexcept>

#include "collective_error.hpp"

namespace cg {

IoGroup::IoGroup(const Communicator& world, const std::string& log, int log_every)
    : writers_(world.split(world.rank() % 2 == 0 ? 0 : MPI_UNDEFINED, "writers")),
      log_every_(log_every),
      logging_(!log.empty()) {
    on_all_ranks(world, [&] {
        if (!logging_ || world.rank() != 0) return;
        log_.open(log);
        if (!log_) throw std::runtime_error("cannot write " + log);
    });
}

void IoGroup::iteration(int number, double residual) {
    if (!logging_ || number % log_every_ != 0) return;
    ++lines_;
    if (log_.is_open())
        log_ << "iteration " << number << ' ' << std::scientific << std::setprecision(6) << residual
             << '\n';
}

void IoGroup::finish(double local_error) {
    if (!logging_ || writers_.empty()) return;
    const std::vector<double> errors = writers_.gather(local_error, 0);
    const int most = writers_.reduce_all(lines_, MPI_MAX);
    if (log_.is_open()) {
        log_ << "largest error of a writer " << std::scientific << std::setprecision(3)
             << *std::max_element(errors.begin(), errors.end()) << '\n';
        log_ << "lines " << most << '\n';
        log_.close();
    }
    writers_.barrier();
}

}  // namespace cg
