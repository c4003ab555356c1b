// Observers, hooks and settings in containers write to variables of main: the same on all ranks.
//@ flags: -std=c++17
#include <mpi.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

struct Observer {
    virtual void notify(int step) = 0;
    virtual ~Observer() = default;
};

struct Counter : Observer {
    int seen = 0;
    void notify(int step) override { seen += step; }
};

class Settings {
    std::map<std::string, int *> known;

public:
    void add(const std::string &name, int *value) { known[name] = value; }
    void set(const std::string &name, int value)
    {
        const auto found = known.find(name);
        if (found != known.end())
            *found->second = value;
    }
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    Counter counter;
    std::vector<Observer *> observers;
    observers.push_back(&counter);
    int rounds = 1, steps = 2;
    std::vector<std::function<void(int)>> hooks;
    hooks.push_back([&rounds](int value) { rounds = value; });
    Settings settings;
    settings.add("steps", &steps);
    for (Observer *observer : observers)
        observer->notify(2);
    for (const auto &hook : hooks)
        hook(2);
    settings.set("steps", 3);
    for (int i = 0; i < rounds + steps; i++)
        MPI_Allreduce(MPI_IN_PLACE, &i, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    for (int i = 0; i < counter.seen; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
}
