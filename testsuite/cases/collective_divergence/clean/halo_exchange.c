// A complete small solver: messages by rank, collectives by all.
#include <mpi.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    const int n = 8;
    int rank, size, iteration = 0;
    double change = 1.0;
    MPI_Request requests[4];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *u = calloc(n + 2, sizeof *u), *v = calloc(n + 2, sizeof *v);
    if (u == NULL || v == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    while (change > 1e-3 && iteration < 500) {
        int count = 0;
        if (rank > 0) {
            MPI_Irecv(&u[0], 1, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD, &requests[count++]);
            MPI_Isend(&u[1], 1, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD, &requests[count++]);
        } else {
            u[0] = 1.0;
        }
        if (rank < size - 1) {
            MPI_Irecv(&u[n + 1], 1, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD, &requests[count++]);
            MPI_Isend(&u[n], 1, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD, &requests[count++]);
        }
        MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
        double mine = 0.0;
        for (int i = 1; i <= n; i++) {
            v[i] = 0.5 * (u[i - 1] + u[i + 1]);
            double d = v[i] > u[i] ? v[i] - u[i] : u[i] - v[i];
            if (d > mine)
                mine = d;
        }
        double *swap = u;
        u = v;
        v = swap;
        MPI_Allreduce(&mine, &change, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        iteration++;
    }
    if (rank == 0)
        printf("%d iterations\n", iteration);
    free(u);
    free(v);
    MPI_Finalize();
    return 0;
}
