// The classic: rank and size are global variables of the program.
#include <mpi.h>

int myid, numprocs;
static MPI_Comm world;

static void setup(int *argc, char ***argv)
{
    MPI_Init(argc, argv);
    world = MPI_COMM_WORLD;
    MPI_Comm_rank(world, &myid);
    MPI_Comm_size(world, &numprocs);
}

static void sweep(void)
{
    double in = 1.0, out;
    if (numprocs % 2 == 1)
        MPI_Allreduce(&in, &out, 1, MPI_DOUBLE, MPI_SUM, world);
}

int main(int argc, char **argv)
{
    setup(&argc, &argv);
    sweep();
    MPI_Finalize();
    return 0;
}
