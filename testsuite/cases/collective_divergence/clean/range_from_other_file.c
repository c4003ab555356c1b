// The block of rows comes through output pointers of another file.
//@ files: parts/range_from_other_file/decomposition.c
#include <mpi.h>

void decompose(int n, MPI_Comm comm, int *first, int *last);
int widest_block(int n, MPI_Comm comm);

int main(int argc, char **argv)
{
    int first, last;
    double x[16] = { 0 };
    MPI_Init(&argc, &argv);
    decompose(7, MPI_COMM_WORLD, &first, &last);
    int width = widest_block(7, MPI_COMM_WORLD);
    for (int row = 0; row < width; row++)
        MPI_Allreduce(MPI_IN_PLACE, &x[row], 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return first > last;
}
