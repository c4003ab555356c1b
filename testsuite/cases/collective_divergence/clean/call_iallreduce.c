// A vote; whether to do it is asked of a settings structure.
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
    int votes[2] = { 1, 0 }, result[2];
    MPI_Request request;
    votes[1] = size;
    if (!s->enabled)
        return;
    MPI_Iallreduce(votes, result, 2, MPI_INT, MPI_LAND, comm, &request);
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
