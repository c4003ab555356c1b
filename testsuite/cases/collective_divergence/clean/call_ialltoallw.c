// A datatype for every pair; whether to do it is asked of a settings structure.
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
    int give[8] = { 0 }, take[8], ones[8], bytes[8];
    MPI_Datatype types[8];
    MPI_Request request;
    for (int i = 0; i < size; i++) {
        ones[i] = 1;
        bytes[i] = i * (int)sizeof(int);
        types[i] = MPI_INT;
    }
    if (!s->enabled)
        return;
    MPI_Ialltoallw(give, ones, bytes, types, take, ones, bytes, types, comm, &request);
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
