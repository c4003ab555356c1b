/* What an instrumented unit looks like after the pass: a constant per call, a constructor, and a store
 * before each collective. */
#include <mpi.h>

struct lockstep_site {
    unsigned abi, flags;
    const char *call, *file, *function, *condition_file, *condition_text;
    unsigned line, column, condition_line, condition_column;
};

struct lockstep_unit {
    unsigned abi, checked;
    unsigned long long record;
};

void __lockstep_v1_enter(const struct lockstep_site *site);
void __lockstep_v1_activate(const struct lockstep_unit *unit);
extern char __lockstep_v1_runtime_is_missing_add_the_output_of__lockstep_flags_link;
char *anchor = &__lockstep_v1_runtime_is_missing_add_the_output_of__lockstep_flags_link;

static const struct lockstep_unit unit = {1, 1, 0};

__attribute__((constructor)) static void activate(void) { __lockstep_v1_activate(&unit); }

static const struct lockstep_site barrier = {
    1, 1, "MPI_Barrier", "solver.c", "step", "solver.c", "the condition depends on the rank in MPI_COMM_WORLD",
    42, 5, 40, 7};
static const struct lockstep_site bcast = {1, 0, "MPI_Bcast", "solver.c", "main", 0, 0, 30, 3, 0, 0};
static const struct lockstep_site finalize = {
    1, 0, "MPI_Finalize", "solver.c", "main", 0, 0, 60, 3, 0, 0};

int main(int argc, char **argv) {
    int rank, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    __lockstep_v1_enter(&bcast);
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (argc == 1 || rank != 1) {
        __lockstep_v1_enter(&barrier);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    __lockstep_v1_enter(&finalize);
    MPI_Finalize();
    return 0;
}
