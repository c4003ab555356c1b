// Real codes wrap every call in a macro; the warning belongs on the line that uses it.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                          \
    do {                                                                     \
        int check_status = (call);                                           \
        if (check_status != MPI_SUCCESS) {                                   \
            fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call); \
            MPI_Abort(MPI_COMM_WORLD, check_status);                         \
        }                                                                    \
    } while (0)

int main(int argc, char **argv)
{
    int rank, flag = 0;
    CHECK(MPI_Init(&argc, &argv));
    CHECK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    CHECK(MPI_Barrier(MPI_COMM_WORLD));
    if (rank != 0) {
        CHECK(MPI_Bcast(&flag, 1, MPI_INT, 0, MPI_COMM_WORLD)); //~ collective_divergence
    }
    CHECK(MPI_Finalize());
    return 0;
}
