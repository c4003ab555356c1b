// A few ranks write for all: every second rank is a writer, the others have nothing to do with
// files. The writers have a communicator of their own.
#pragma once

#include <fstream>
#include <string>

#include "communicator.hpp"
#include "solver.hpp"

namespace cg {

class IoGroup final : public Monitor {
public:
    // Throws CollectiveError on all ranks of `world` when the log cannot be written. Collective.
    IoGroup(const Communicator& world, const std::string& log, int log_every);

    void iteration(int number, double residual) override;

    // Ends the log with what each writer saw. Collective over the writers; nothing on other ranks.
    void finish(double local_error);

    bool writes() const { return !writers_.empty(); }
    int writers() const { return writers_.size(); }

private:
    Communicator writers_;
    int log_every_;
    bool logging_;
    int lines_ = 0;
    std::ofstream log_;  // open on the first writer
};

}  // namespace cg
