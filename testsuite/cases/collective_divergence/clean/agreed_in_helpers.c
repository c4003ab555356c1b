// Helpers agree whether anybody has failed; their callers ask for their own failure beside that.
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

static void settle(struct context *context)
{
    int any;
    MPI_Allreduce(&context->status, &any, 1, MPI_INT, MPI_LOR, context->comm);
    if (any && !context->status)
        context->status = 1;
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
    context.status = context.rank == 5;
    settle(&context);
    if (context.status) {
        MPI_Finalize();
        return 2;
    }
    MPI_Barrier(context.comm);
    int own = context.rank == 7, any = anybody(&context, own);
    if (own || any) {
        MPI_Finalize();
        return 3;
    }
    MPI_Barrier(context.comm);
    MPI_Finalize();
    return 0;
}
