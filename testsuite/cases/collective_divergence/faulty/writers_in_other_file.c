// The writers have a communicator of their own; is a rank a member? A third file asks.
//@ files: parts/writers_in_other_file/writers.c parts/writers_in_other_file/output.c
#include <mpi.h>

void writers_create(MPI_Comm comm, int count);
void writers_free(void);
void output(double value);

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    writers_create(MPI_COMM_WORLD, 2);
    output(0.5 * rank);
    writers_free();
    MPI_Finalize();
    return 0;
}
