// The table of commands is filled in one file from functions of another.
//@ files: parts/table_in_other_file/table.c parts/table_in_other_file/commands.c
#include <mpi.h>

typedef int command(int argument);
extern command *const commands[3];

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int result = commands[size == 1 ? 2 : 0](size);
    MPI_Finalize();
    return result < 0;
}
