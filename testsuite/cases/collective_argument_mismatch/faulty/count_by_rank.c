// The root sends the header, the others wait for a whole record.
#include <mpi.h>

#define HEADER 4
#define RECORD 16

int main(int argc, char **argv)
{
    double record[RECORD] = {0};
    int rank, count;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    count = rank == 0 ? HEADER : RECORD;
    MPI_Bcast(record, count, MPI_DOUBLE, 0, MPI_COMM_WORLD); //~ collective_argument_mismatch
    MPI_Finalize();
    return 0;
}
