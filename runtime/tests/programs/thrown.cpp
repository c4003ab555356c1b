// An error handler throws out of a receive that never began. The rank does not wait in it any more.
#include <mpi.h>
#include <stdexcept>
#include <unistd.h>

static void throw_it(MPI_Comm *, int *, ...) { throw std::runtime_error("refused"); }

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank = 0, value = 0, here = 0, caught = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Errhandler handler;
    MPI_Comm_create_errhandler(throw_it, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    if (rank == 1) {
        try {
            MPI_Recv(&value, -1, MPI_INT, 0, 20, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } catch (const std::runtime_error &) {
            caught = 1;
        }
        MPI_Send(&caught, 1, MPI_INT, 0, 21, MPI_COMM_WORLD);
        // Long enough for the others to come to the barrier first; nothing goes wrong if they do not.
        usleep(200000);
    } else if (rank == 0) {
        while (!here)
            MPI_Iprobe(1, 21, MPI_COMM_WORLD, &here, MPI_STATUS_IGNORE);
        MPI_Recv(&caught, 1, MPI_INT, 1, 21, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (!caught)
            MPI_Abort(MPI_COMM_WORLD, 3);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Errhandler_free(&handler);
    MPI_Finalize();
    return 0;
}
