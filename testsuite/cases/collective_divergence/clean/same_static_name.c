// Two files have a static function `flush` each; only one of them talks to the others.
//@ files: parts/same_static_name/screen.c parts/same_static_name/archive.c
#include <mpi.h>

void screen_close(int lines);
void archive_close(int lines);

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        screen_close(3);
    archive_close(2);
    MPI_Finalize();
    return 0;
}
