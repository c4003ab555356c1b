// References as outputs, and a template that takes what to do at the end of a batch.
#include <mpi.h>

static bool next_batch(int &position, int end, int batch)
{
    position += batch;
    return position < end;
}

template <typename AtEnd> static int run_batches(int begin, int end, const AtEnd &at_end)
{
    int batches = 0;
    for (int position = begin; next_batch(position, end, 2); batches++)
        at_end(position);
    return batches;
}

struct Synchronise {
    MPI_Comm comm;
    void operator()(int position) const
    {
        int furthest;
        MPI_Allreduce(&position, &furthest, 1, MPI_INT, MPI_MAX, comm); //~ collective_divergence
    }
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int end = 6 + 4 * rank;
    run_batches(0, end, Synchronise{ MPI_COMM_WORLD });
    MPI_Finalize();
    return 0;
}
