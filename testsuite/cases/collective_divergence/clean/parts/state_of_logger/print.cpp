#include "state.hpp"

#include <cstdio>

namespace {

class Printer : public Logger {
public:
    explicit Printer(int rank) : rank_(rank) {}
    void write(const std::string &text) override { std::printf("%d: %s\n", rank_, text.c_str()); }

private:
    int rank_;
};

}  // namespace

void print(State &state) { std::printf("%d steps, %zu values\n", state.steps, state.x.size()); }

void report(State *state, int step) { std::printf("step %d of %d\n", step, state->steps); }

std::unique_ptr<Logger> make_logger(int rank) { return std::make_unique<Printer>(rank); }
