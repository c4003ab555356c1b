// The total energy at the root; whether to do it is asked of a settings structure.
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
    double energy = 0.5, total = 0.0;
    energy *= size;
    if (!s->enabled)
        return;
    MPI_Reduce(&energy, &total, 1, MPI_DOUBLE, MPI_SUM, 0, comm);
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
