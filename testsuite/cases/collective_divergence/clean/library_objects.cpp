// Virtual calls, templates and containers with collectives that all ranks reach.
#include <mpi.h>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

class Observer {
public:
    virtual ~Observer() = default;
    virtual void notify(int step) = 0;
};

class Norm : public Observer {
public:
    explicit Norm(MPI_Comm comm) : comm_(comm) {}
    void notify(int step) override
    {
        double mine = step, sum = 0.0;
        MPI_Reduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, comm_);
        last_ = sum;
    }
    double last() const { return last_; }

private:
    MPI_Comm comm_;
    double last_ = 0.0;
};

class Printer : public Observer {
public:
    explicit Printer(int rank) : rank_(rank) {}
    void notify(int step) override
    {
        if (rank_ == 0)
            std::cout << "step " << step << std::endl;
    }

private:
    int rank_;
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    {
        std::vector<std::unique_ptr<Observer>> observers;
        observers.push_back(std::make_unique<Norm>(MPI_COMM_WORLD));
        observers.push_back(std::make_unique<Printer>(rank));
        for (int step = 0; step < 3; ++step)
            for (auto &observer : observers)
                observer->notify(step);
    }
    MPI_Finalize();
    return 0;
}
