// Ranks take turns; what each does in its turn makes and destroys objects of C++'s library, which could throw.
#include <mpi.h>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

static void save(const std::string &name, int rank)
{
    std::ofstream out(name);
    if (!out)
        throw std::runtime_error("cannot write " + name);
    out << rank;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int turn = 0; turn < size; turn++) {
        if (turn == rank) {
            std::ofstream out("/dev/null", std::ios::app);
            if (!out) {
                std::cerr << "no output\n";
                MPI_Abort(MPI_COMM_WORLD, 1);
                return 1;
            }
            out << rank << "\n";
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int turn = 0; turn < size; turn++) {
        if (turn == rank) {
            std::string name("rank ");
            std::vector<int> numbers(3);
            std::cout << name + std::to_string(rank) << numbers[0] << std::endl;
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    // What is thrown here nobody catches: it would end the job.
    const std::string name("/dev/null");
    for (int turn = 0; turn < size; turn++) {
        if (turn == rank)
            save(name, rank);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
