// Handlers for two kinds of C++'s library, but a third one is thrown: the root leaves alone.
//@ ranks: 3
#include <mpi.h>

#include <stdexcept>
#include <string>

struct Config {
    int steps = 0;
    double width = 0;
};

static Config read_config(const char *text)
{
    if (!text)
        throw std::invalid_argument("no configuration");
    Config config;
    config.steps = static_cast<int>(std::string(text).size());
    if (config.steps > 4)
        throw std::overflow_error("too many steps");
    return config;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int result = 0;
    try {
        Config config;
        int failed = 0;
        if (rank == 0) {
            try {
                config = read_config("seven..");
            } catch (const std::range_error &) {
                failed = 2;
            } catch (const std::logic_error &) {
                failed = 1;
            }
        }
        MPI_Bcast(&failed, 1, MPI_INT, 0, MPI_COMM_WORLD); //~ collective_divergence
        if (failed)
            throw std::runtime_error("configuration");
        MPI_Bcast(&config, sizeof config, MPI_BYTE, 0, MPI_COMM_WORLD);
    } catch (const std::exception &) {
        result = 1;
    }
    MPI_Finalize();
    return result == 1 ? 0 : 1;
}
