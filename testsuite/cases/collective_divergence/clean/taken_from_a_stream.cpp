// The root, which is the last rank, keeps how many stages there are, the others read it from the text they are sent.
#include <mpi.h>
#include <cstdio>
#include <sstream>
#include <string>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int io = size - 1;
    long stages = 1;
    std::string text;
    if (rank == io) {
        stages = argc > 4 ? 5 : 4;
        std::ostringstream out;
        out << stages;
        text = out.str();
    }
    int length = static_cast<int>(text.size());
    MPI_Bcast(&length, 1, MPI_INT, io, MPI_COMM_WORLD);
    text.resize(length);
    MPI_Bcast(&text[0], length, MPI_CHAR, io, MPI_COMM_WORLD);
    if (rank != io) {
        std::istringstream in(text);
        long number;
        if (in >> number)
            stages = number;
    }
    double own = 1, all = 0;
    for (long stage = 0; stage < stages; stage++)
        MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (rank == io)
        std::printf("%ld %g\n", stages, all);
    MPI_Finalize();
}
