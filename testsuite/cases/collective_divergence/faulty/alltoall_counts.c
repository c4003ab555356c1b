// Particles change their owners: as many rounds as there are senders, which differs.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, senders = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *leaving = calloc(size, sizeof *leaving);
    int *arriving = calloc(size, sizeof *arriving);
    if (leaving == NULL || arriving == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int other = 0; other < rank; other++)
        leaving[other] = 10 + rank;
    MPI_Alltoall(leaving, 1, MPI_INT, arriving, 1, MPI_INT, MPI_COMM_WORLD);
    for (int other = 0; other < size; other++)
        senders += arriving[other] > 0;
    while (senders-- > 0) {
        double energy = 0.5 * rank, total = 0.0;
        MPI_Allreduce(&energy, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
    }
    free(leaving);
    free(arriving);
    MPI_Finalize();
    return 0;
}
