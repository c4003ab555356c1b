// Observers and hooks in containers write to variables of main: an observer is told the rank.
//@ flags: -std=c++17
//@ static: none
#include <mpi.h>

#include <functional>
#include <vector>

struct Observer {
    virtual void notify(int step) = 0;
    virtual ~Observer() = default;
};

struct Counter : Observer {
    int seen = 0;
    void notify(int step) override { seen += step; }
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    Counter counter;
    std::vector<Observer *> observers;
    observers.push_back(&counter);
    int rounds = 1;
    std::vector<std::function<void(int)>> hooks;
    hooks.push_back([&rounds](int value) { rounds = value; });
    for (Observer *observer : observers)
        observer->notify(rank);
    for (const auto &hook : hooks)
        hook(2);
    for (int i = 0; i < rounds; i++)
        MPI_Allreduce(MPI_IN_PLACE, &i, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    for (int i = 0; i < counter.seen; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
}
