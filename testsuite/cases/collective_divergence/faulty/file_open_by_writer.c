// MPI_File_open is collective over its communicator.
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_File file;
    int rank;
    char line[] = "header\n";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_File_open(MPI_COMM_WORLD, "out.dat", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, //~ collective_divergence
                      &file);
        MPI_File_write(file, line, sizeof line - 1, MPI_CHAR, MPI_STATUS_IGNORE);
        MPI_File_close(&file);
    }
    MPI_Finalize();
    return 0;
}
