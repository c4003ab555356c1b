// The first rank gives before it takes, the others the other way round, in steps that are kept in a map.
#include <functional>
#include <iostream>
#include <map>
#include <mpi.h>
#include <string>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int mine = rank, theirs = -1;
    std::map<std::string, std::function<void()>> steps;
    steps["take"] = [&] {
        MPI_Recv(&theirs, 1, MPI_INT, (rank + size - 1) % size, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    };
    steps["give"] = [&] { MPI_Send(&mine, 1, MPI_INT, (rank + 1) % size, 7, MPI_COMM_WORLD); };
    const char *first = rank == 0 ? "give" : "take", *second = rank == 0 ? "take" : "give";
    for (const char *step : {first, second})
        steps.at(step)();
    if (rank == 0)
        std::cout << "rank 0 has " << theirs << std::endl;
    MPI_Finalize();
}
