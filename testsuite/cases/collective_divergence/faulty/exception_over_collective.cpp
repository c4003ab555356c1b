// Thrown on one rank, caught above the collective.
#include <mpi.h>
#include <cstdio>
#include <stdexcept>
#include <string>

static int parse(const std::string &text, int rank)
{
    if (rank == 1)
        throw std::runtime_error("cannot parse: " + text);
    return static_cast<int>(text.size()) + 0 * rank;
}

static int step(const std::string &text, int rank)
{
    int length = parse(text, rank), longest = 0;
    MPI_Allreduce(&length, &longest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD); //~ collective_divergence
    return longest;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    try {
        std::printf("%d\n", step("input", rank));
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
    }
    MPI_Finalize();
    return 0;
}
