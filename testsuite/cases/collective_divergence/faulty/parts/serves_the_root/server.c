#include "server.h"
#include <stdlib.h>

static int active;
static MPI_Comm world = MPI_COMM_NULL;

static int solve_part(double *part, int n)
{
    double own = 0, sum;
    for (int i = 0; i < n; i++)
        own += part[i] * part[i];
    MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, world);
    for (int i = 0; i < n; i++)
        part[i] /= sum;
    return sum > 0 ? 0 : 1;
}

static int solve_all(double *all, int n)
{
    int size, failed;
    double part[64];
    MPI_Comm_size(world, &size);
    MPI_Bcast(&n, 1, MPI_INT, 0, world);
    MPI_Scatter(all, n / size, MPI_DOUBLE, part, n / size, MPI_DOUBLE, 0, world);
    failed = solve_part(part, n / size);
    MPI_Gather(part, n / size, MPI_DOUBLE, all, n / size, MPI_DOUBLE, 0, world);
    return failed;
}

int server_begin(MPI_Comm comm)
{
    int rank, running = 1;
    world = comm;
    MPI_Comm_rank(world, &rank);
    if (rank == 0) {
        active = 1;
        return 0;
    }
    while (running) {
        int request = SERVER_EXIT;
        MPI_Bcast(&request, 1, MPI_INT, 0, world);
        switch (request) {
        case SERVER_SOLVE:
            if (solve_all(NULL, 0))
                MPI_Abort(world, 3);
            break;
        case SERVER_EXIT:
            MPI_Finalize();
            exit(0);
        default:
            break;
        }
    }
    return 0;
}

int server_solve(double *all, int n)
{
    int request = SERVER_SOLVE;
    if (!active)
        return 1;
    MPI_Bcast(&request, 1, MPI_INT, 0, world);
    return solve_all(all, n);
}

int server_end(void)
{
    int request = SERVER_EXIT;
    if (active)
        MPI_Bcast(&request, 1, MPI_INT, 0, world);
    active = 0;
    return 0;
}
