// Two numbers for each rank; whether to do it is asked of a settings structure.
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
    float parts[16] = { 0 }, part[2];
    parts[0] = 1.0f;
    if (!s->enabled)
        return;
    MPI_Scatter(parts, 2, MPI_FLOAT, part, 2, MPI_FLOAT, 0, comm);
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
