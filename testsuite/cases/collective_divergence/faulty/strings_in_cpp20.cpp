// The text is shared, the error is not: only the root leaves.
//@ flags: -std=c++20
#include <mpi.h>

#include <cstdio>
#include <map>
#include <string>

static void share(std::string &text, int root, MPI_Comm comm)
{
    unsigned long length = text.size();
    MPI_Bcast(&length, 1, MPI_UNSIGNED_LONG, root, comm);
    text.resize(length);
    MPI_Bcast(text.data(), static_cast<int>(length), MPI_CHAR, root, comm);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::string method, error;
    if (rank == 0) {
        method = argc > 1 ? argv[1] : "up?wind";
        if (method.find('?') != std::string::npos)
            error = "no such method";
    }
    share(method, 0, MPI_COMM_WORLD);
    if (!error.empty()) {
        MPI_Finalize();
        return 1;
    }
    double own = rank, all = 0;
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
    for (char letter : method)
        if (letter == 'w')
            MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        std::printf("%s %g\n", method.c_str(), all);
    MPI_Finalize();
}
