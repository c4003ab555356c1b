// A grid checks the indices it is asked for, as it would throw if the program were wrong: it is not.
#include <cmath>
#include <cstdio>
#include <mpi.h>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

class NoSuchColumn : public std::out_of_range {
public:
    explicit NoSuchColumn(int column) : std::out_of_range("no column " + std::to_string(column)) {}
};

class Grid {
    int rows_, columns_;
    std::vector<double> cells_;

public:
    Grid(int rows, int columns) : rows_(rows), columns_(columns), cells_(rows * columns) {}

    double &operator()(int row, int column)
    {
        if (row < 0 || row >= rows_)
            throw std::out_of_range("no such row");
        if (column < 0 || column >= columns_)
            throw NoSuchColumn(column);
        return cells_[row * columns_ + column];
    }
};

static double relax(Grid &now, Grid &next, int rows, int columns)
{
    double change = 0;
    for (int i = 1; i < rows - 1; i++)
        for (int j = 1; j < columns - 1; j++) {
            next(i, j) = 0.25 * (now(i - 1, j) + now(i + 1, j) + now(i, j - 1) + now(i, j + 1));
            change += std::abs(next(i, j) - now(i, j));
        }
    return change;
}

int main(int argc, char **argv)
{
    int rank, size, status = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    try {
        const int columns = 16, rows = 2 + columns / size + (rank < columns % size ? 1 : 0);
        Grid now(rows, columns), next(rows, columns);
        for (int j = 0; j < columns; j++)
            now(0, j) = next(0, j) = 1;
        double all = 1;
        for (int step = 0; step < 50 && all > 1e-6; step++) {
            double change = relax(now, next, rows, columns);
            std::swap(now, next);
            MPI_Allreduce(&change, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        }
        if (rank == 0)
            std::printf("%.3f\n", all);
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        status = 1;
    }
    MPI_Finalize();
    return status;
}
