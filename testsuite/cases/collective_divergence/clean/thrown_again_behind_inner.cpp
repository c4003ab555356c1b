// A handler tries something, catches what that throws, and throws again what it was called for, on all ranks.
//@ ranks: 3
#include <mpi.h>

struct Lost {};
struct Late {};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    try {
        try {
            if (rank >= 0)
                throw Late();
            throw Lost();
        } catch (...) {
            try {
                throw Lost();
            } catch (const Lost &) {
            }
            throw;
        }
    } catch (const Lost &) {
    } catch (const Late &) {
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
