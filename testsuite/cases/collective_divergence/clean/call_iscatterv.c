// Rows of a triangle; whether to do it is asked of a settings structure.
#include <mpi.h>

struct settings {
    int enabled;
    int rank, size;
};

static void configure(struct settings *s)
{
    MPI_Comm_rank(MPI_COMM_WORLD, &s->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &s->size);
    s->enabled = s->size % 2 == 1;
}

static void exchange(const struct settings *s, MPI_Comm comm)
{
    const int rank = s->rank, size = s->size;
    int rows[36] = { 0 }, row[8], counts[8], starts[8];
    MPI_Request request;
    for (int i = 0; i < size; i++) {
        counts[i] = i + 1;
        starts[i] = i * (i + 1) / 2;
    }
    if (!s->enabled)
        return;
    MPI_Iscatterv(rows, counts, starts, MPI_INT, row, rank + 1, MPI_INT, 0, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    (void)rank;
    (void)size;
}

int main(int argc, char **argv)
{
    struct settings s = { 0 };
    MPI_Init(&argc, &argv);
    configure(&s);
    exchange(&s, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
