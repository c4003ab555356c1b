/* What an instrumented unit looks like after the pass: a constant per call, a constructor, and a store
 * before each collective. */
#include <mpi.h>

struct lockstep_condition {
    const char *file, *text;
    unsigned line, column;
};

struct lockstep_site {
    unsigned abi, flags;
    const char *call, *file, *function;
    const struct lockstep_condition *conditions;
    unsigned line, column, condition_count;
};

struct lockstep_unit {
    unsigned abi, checked;
    unsigned long long record;
};

void __lockstep_v2_enter(const struct lockstep_site *site);
void __lockstep_v2_activate(const struct lockstep_unit *unit);
extern char __lockstep_v2_runtime_is_missing_add_the_output_of__lockstep_flags_link;
char *anchor = &__lockstep_v2_runtime_is_missing_add_the_output_of__lockstep_flags_link;

static const struct lockstep_unit unit = {2, 1, 0};

__attribute__((constructor)) static void activate(void) { __lockstep_v2_activate(&unit); }

/* The calls have one condition in common. */
static const struct lockstep_condition before_barrier[] = {
    {"solver.c", "the condition depends on data received by MPI_Recv", 38, 7},
    {"solver.c", "the condition depends on the rank in MPI_COMM_WORLD", 40, 7},
};
static const struct lockstep_condition before_finalize[] = {
    {"solver.c", "the condition depends on the rank in MPI_COMM_WORLD", 40, 7},
    {"solver.c", "the condition depends on a clock", 50, 7},
};

static const struct lockstep_site barrier = {2, 1, "MPI_Barrier", "solver.c", "step", before_barrier, 42, 5, 2};
static const struct lockstep_site bcast = {2, 0, "MPI_Bcast", "solver.c", "main", 0, 30, 3, 0};
static const struct lockstep_site finalize = {2, 0, "MPI_Finalize", "solver.c", "main", before_finalize, 60, 3, 2};

int main(int argc, char **argv) {
    int rank, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    __lockstep_v2_enter(&bcast);
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (argc == 1 || rank != 1) {
        __lockstep_v2_enter(&barrier);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    __lockstep_v2_enter(&finalize);
    MPI_Finalize();
    return 0;
}
