// A container is filled in one file, asked for its size in another, looped over in the third.
//@ files: parts/count_from_other_file/mesh.h parts/count_from_other_file/mesh.cpp parts/count_from_other_file/exchange.cpp
#include "parts/count_from_other_file/mesh.h"

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    Mesh mesh;
    mesh.fill(rank, 7, size);
    exchange(mesh);
    MPI_Finalize();
    return 0;
}
