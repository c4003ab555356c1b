// A map leads from the names of settings to the variables: all ranks set one, the root another.
//@ flags: -std=c++17
#include <mpi.h>

#include <map>
#include <string>

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
    int rank, steps = 2, width = 8;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    Settings settings;
    settings.add("steps", &steps);
    settings.add("width", &width);
    settings.set("steps", 3);
    if (rank == 0)
        settings.set("width", 16);
    for (int step = 0; step < steps; step++) {
        double own = width + step, all;
        MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
}
