// A rank without data still has to take part in the collective write.
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_File file;
    int rank, count, data[4] = { 1, 2, 3, 4 };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL,
                  &file);
    count = 4 - 2 * rank;
    if (count > 0)
        MPI_File_write_at_all(file, rank * 16, data, count, MPI_INT, MPI_STATUS_IGNORE); //~ collective_divergence
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
