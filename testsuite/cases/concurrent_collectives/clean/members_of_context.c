// Two sections reduce at once, each on a communicator of its own that stands in a structure.
//@ flags: -fopenmp
//@ ranks: 2
#include <mpi.h>

struct context {
    MPI_Comm first, second;
};

static double norm(double value, MPI_Comm comm)
{
    double all;
    MPI_Allreduce(&value, &all, 1, MPI_DOUBLE, MPI_SUM, comm);
    return all;
}

static void both(const struct context *context, double norms[2])
{
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        norms[0] = norm(1, context->first);
#pragma omp section
        norms[1] = norm(2, context->second);
    }
}

int main(int argc, char **argv)
{
    int provided;
    double norms[2];
    struct context context;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_dup(MPI_COMM_WORLD, &context.first);
    MPI_Comm_dup(MPI_COMM_WORLD, &context.second);
    both(&context, norms);
    MPI_Comm_free(&context.first);
    MPI_Comm_free(&context.second);
    MPI_Finalize();
    return norms[0] > norms[1];
}
