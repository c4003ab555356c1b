// A library's exit handler asks whether MPI is still there.
#include <mpi.h>

static void library_shutdown(void)
{
    int initialized, finalized;
    MPI_Initialized(&initialized);
    MPI_Finalized(&finalized);
    if (initialized && !finalized) {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Finalize();
    }
}

int main(int argc, char **argv)
{
    int initialized;
    MPI_Initialized(&initialized);
    if (!initialized)
        MPI_Init(&argc, &argv);
    library_shutdown();
    return 0;
}
