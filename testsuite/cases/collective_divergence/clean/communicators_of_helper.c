// A library duplicates its user's communicator for each of its objects; all ranks use two objects in one order.
#include <mpi.h>
#include <stdio.h>

typedef struct Channel {
    MPI_Comm comm;
    int members;
} Channel;

static void open_channel(Channel *channel, MPI_Comm user)
{
    MPI_Comm_dup(user, &channel->comm);
    MPI_Comm_size(channel->comm, &channel->members);
}

static double channel_sum(const Channel *channel, double part)
{
    double sum;
    MPI_Allreduce(&part, &sum, 1, MPI_DOUBLE, MPI_SUM, channel->comm);
    return sum / channel->members;
}

int main(int argc, char **argv)
{
    int rank;
    double mass, energy;
    Channel masses, energies;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    open_channel(&masses, MPI_COMM_WORLD);
    open_channel(&energies, MPI_COMM_WORLD);
    if (rank > 0) {
        mass = channel_sum(&masses, 1.0 + rank);
        energy = channel_sum(&energies, 2.0 * rank);
    } else {
        mass = channel_sum(&masses, 1.0);
        energy = channel_sum(&energies, 1.0);
    }
    printf("%g %g\n", mass, energy);
    MPI_Comm_free(&masses.comm);
    MPI_Comm_free(&energies.comm);
    MPI_Finalize();
    return 0;
}
