// The rank is packed into a buffer and unpacked again.
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    unsigned char packed[2 * sizeof(int)];
    int rank, size, unpacked;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    memcpy(packed, &rank, sizeof rank);
    memcpy(&unpacked, packed, sizeof unpacked);
    if (unpacked > 1)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
