// A hook is registered here, kept in a second file and called from a third, on events of each rank.
//@ files: parts/registered_callback/hooks.c parts/registered_callback/particles.c
#include <mpi.h>

typedef void hook(int event);
void hooks_register(hook *function);
int particles_move(int count, int limit);

static void on_event(int event)
{
    static int events;
    events += event;
}

int main(int argc, char **argv)
{
    int rank, total = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    hooks_register(on_event);
    int moved = particles_move(10, 2 * rank);
    MPI_Reduce(&moved, &total, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
