// A vector is filled through iterators that helpers hand on: they are copied, moved on, and lead to its elements.
#include <mpi.h>
#include <algorithm>
#include <numeric>
#include <vector>

using Iterator = std::vector<int>::iterator;

static void number(Iterator first, Iterator last, int from)
{
    for (Iterator next = first; next != last; ++next)
        *next = from;
}

static void fill_all(std::vector<int> &values, int from)
{
    number(values.begin(), values.end(), from);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::vector<int> values(4), others(4), copies(4);
    fill_all(values, size);
    for (int &other : others)
        other = size;
    std::copy(others.begin(), others.end(), copies.begin());
    if (values[0] > 1)
        MPI_Barrier(MPI_COMM_WORLD);
    if (copies[0] > 0)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
