// A helper agrees whether anybody has failed, and its caller asks for another failure beside that.
#include <mpi.h>
#include <stdio.h>

struct context {
    MPI_Comm comm;
    int rank, status;
};

static int anybody(const struct context *context, int own)
{
    int any = 0;
    MPI_Allreduce(&own, &any, 1, MPI_INT, MPI_MAX, context->comm);
    return any;
}

static int load(const struct context *context, const char *path)
{
    int bad = 0;
    if (context->rank == 0) {
        FILE *file = fopen(path, "r");
        bad = file == NULL;
        if (file)
            fclose(file);
    }
    if (anybody(context, bad) || bad)
        return -1;
    return 0;
}

int main(int argc, char **argv)
{
    struct context context = { MPI_COMM_WORLD, 0, 0 };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(context.comm, &context.rank);
    if (load(&context, "/") != 0) {
        MPI_Finalize();
        return 1;
    }
    MPI_Barrier(context.comm);
    int own = context.rank == 1, any = anybody(&context, context.status);
    if (own || any) {
        MPI_Finalize();
        return 3;
    }
    MPI_Barrier(context.comm); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
