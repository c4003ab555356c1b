// The logger is called between the loops.
//@ flags: -fopenmp
//@ mpi: none
#include <iostream>
#include <string>
#include <vector>

class Logger {
public:
    void line(const std::string &text)
    {
#pragma omp single
        lines_.push_back(text);
    }
    std::size_t count() const { return lines_.size(); }

private:
    std::vector<std::string> lines_;
};

class Solver {
public:
    explicit Solver(Logger &logger) : logger_(logger) {}
    void run()
    {
#pragma omp for
        for (int i = 0; i < 12; ++i)
            relax(i);
        logger_.line("relaxed");
    }
    double sum() const
    {
        double sum = 0;
        for (double v : value_)
            sum += v;
        return sum;
    }

private:
    void relax(int i)
    {
        value_[i] = 0.5 * i;
    }
    Logger &logger_;
    double value_[12] = {};
};

int main()
{
    Logger logger;
    Solver solver(logger);
#pragma omp parallel num_threads(3)
    solver.run();
    std::cout << solver.sum() << ' ' << (logger.count() > 0) << '\n';
    return 0;
}
