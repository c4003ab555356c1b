// The position in a group, asked of the group instead of the communicator.
#include <mpi.h>
#include <stdio.h>

static int position_in(MPI_Comm comm, int *members)
{
    MPI_Group group;
    int position;
    MPI_Comm_group(comm, &group);
    MPI_Group_rank(group, &position);
    MPI_Group_size(group, members);
    MPI_Group_free(&group);
    return position;
}

int main(int argc, char **argv)
{
    int members, position;
    double local = 1.5, largest = 0.0;
    MPI_Init(&argc, &argv);
    position = position_in(MPI_COMM_WORLD, &members);
    if (1 < members)
        MPI_Allreduce(&local, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (position == 0)
        printf("largest of %d: %g\n", members, largest);
    MPI_Finalize();
    return 0;
}
