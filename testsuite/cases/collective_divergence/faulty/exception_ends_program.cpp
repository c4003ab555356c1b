// The handler is main's own: who gets there finalizes without the others' reduction.
#include <mpi.h>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <vector>

class Environment {
public:
    Environment(int &argc, char **&argv) { MPI_Init(&argc, &argv); }
    ~Environment() { MPI_Finalize(); }
};

class Mesh {
public:
    explicit Mesh(int cells) : cells_(cells)
    {
        if (cells_ <= 0)
            throw std::invalid_argument("a mesh without cells");
    }
    int total() const
    {
        int sum = 0;
        MPI_Allreduce(&cells_, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
        return sum;
    }

private:
    int cells_;
};

int main(int argc, char **argv)
{
    Environment environment(argc, argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    try {
        Mesh mesh(rank * 10);
        int total = mesh.total();
        if (rank == 0)
            std::cout << total << '\n';
    } catch (const std::exception &error) {
        std::cerr << error.what() << '\n';
    }
}
