// Windows, files and copies of communicators are made by all ranks of one communicator, each before a barrier of all.
#include <mpi.h>
#include <stdlib.h>

static int *cells(MPI_Comm comm, MPI_Win *window)
{
    int *made;
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, comm, &made, window);
    return made;
}

int main(int argc, char **argv)
{
    int rank, kind = argc > 1 ? atoi(argv[1]) : 0;
    MPI_Comm all, copy = MPI_COMM_NULL;
    MPI_Win window = MPI_WIN_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &all);
    MPI_Barrier(MPI_COMM_WORLD);
    if (kind == 1)
        MPI_Comm_dup(all, &copy);
    else
        cells(all, &window)[0] = rank;
    MPI_Barrier(MPI_COMM_WORLD);
    if (window != MPI_WIN_NULL)
        MPI_Win_free(&window);
    if (copy != MPI_COMM_NULL)
        MPI_Comm_free(&copy);
    MPI_Comm_free(&all);
    MPI_Finalize();
    return 0;
}
