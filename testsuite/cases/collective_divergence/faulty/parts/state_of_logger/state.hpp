#include <mpi.h>
#include <memory>
#include <string>
#include <vector>

struct Logger {
    virtual ~Logger() {}
    virtual void write(const std::string &text) = 0;
};

struct State {
    int steps = 10;
    double tolerance = 1e-3;
    std::vector<double> x;
    Logger *log = nullptr;
};

void print(State &state);
void report(State *state, int step);
std::unique_ptr<Logger> make_logger(int rank);
