// Who does what in which phase stands in a table with a row per role.
#include <mpi.h>

enum { ROLES = 2, PHASES = 3 };
enum action { COMPUTE, SYNCHRONISE, FINISH };

static const int schedule[PHASES][ROLES] = {
    { COMPUTE, COMPUTE },
    { SYNCHRONISE, SYNCHRONISE },
    { FINISH, FINISH },
};

static int compute(int value) { return 3 * value + 1; }

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int role = rank == 0 ? 0 : 1;
    value += role;
    for (int phase = 0; phase < PHASES; phase++) {
        switch (schedule[phase][0]) {
        case COMPUTE:
            value = compute(value);
            break;
        case SYNCHRONISE:
            MPI_Barrier(MPI_COMM_WORLD);
            break;
        default:
            break;
        }
    }
    MPI_Finalize();
    return 0;
}
