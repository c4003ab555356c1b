// The length of a message is known from its status only.
#include <mpi.h>
#include <stdlib.h>

static int receive_all(int source, double **values, MPI_Comm comm)
{
    MPI_Status status;
    int count;
    MPI_Probe(source, 5, comm, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    *values = malloc((count + 1) * sizeof **values);
    if (*values == NULL)
        MPI_Abort(comm, 1);
    MPI_Recv(*values, count, MPI_DOUBLE, source, 5, comm, MPI_STATUS_IGNORE);
    return count;
}

int main(int argc, char **argv)
{
    double out[16] = { 1.0 }, *in = NULL;
    int rank, size;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Isend(out, rank % 16, MPI_DOUBLE, (rank + 1) % size, 5, MPI_COMM_WORLD, &request);
    int count = receive_all((rank + size - 1) % size, &in, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (count > 0)
        MPI_Allreduce(MPI_IN_PLACE, out, 16, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
    free(in);
    MPI_Finalize();
    return 0;
}
