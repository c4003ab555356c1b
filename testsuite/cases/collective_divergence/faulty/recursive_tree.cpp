// A tree of cells: the walk meets a collective at each refined cell.
#include <mpi.h>
#include <memory>
#include <vector>

struct Cell {
    int level = 0;
    std::vector<std::unique_ptr<Cell>> children;
};

static void refine(Cell &cell, int depth)
{
    if (cell.level == depth)
        return;
    for (int i = 0; i < 2; i++) {
        cell.children.push_back(std::make_unique<Cell>());
        cell.children.back()->level = cell.level + 1;
        refine(*cell.children.back(), depth);
    }
}

static int walk(const Cell &cell)
{
    int cells = 1;
    for (const auto &child : cell.children) {
        int level = child->level, deepest = 0;
        MPI_Allreduce(&level, &deepest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD); //~ collective_divergence
        cells += walk(*child);
    }
    return cells;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, all = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    Cell root;
    refine(root, rank);
    const int cells = walk(root);
    MPI_Reduce(&cells, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
