// The root keeps how many stages there are, the others read the text they are sent, and not that.
#include <mpi.h>
#include <cstdio>
#include <sstream>
#include <string>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    long stages = 1;
    std::string text;
    if (rank == 0) {
        stages = argc > 4 ? 5 : 4;
        std::ostringstream out;
        out << stages;
        text = out.str();
    }
    int length = static_cast<int>(text.size());
    MPI_Bcast(&length, 1, MPI_INT, 0, MPI_COMM_WORLD);
    text.resize(length);
    MPI_Bcast(&text[0], length, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (rank != 0) {
        std::istringstream in(text);
        long number;
        if (in >> number)
            length = static_cast<int>(number);
    }
    double own = 1, all = 0;
    for (long stage = 0; stage < stages; stage++)
        MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
    if (rank == 0)
        std::printf("%ld %g\n", stages, all);
    MPI_Finalize();
}
