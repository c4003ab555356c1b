// The same question twice: who enters the first block enters the second one, too.
#include <mpi.h>

static void log_line(const char *text) { (void)text; }

int main(int argc, char **argv)
{
    int rank, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int root = rank == 0;
    if (root) {
        value = 3;
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    log_line("in between");
    if (!root) {
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
        value++;
    }
    MPI_Finalize();
    return 0;
}
