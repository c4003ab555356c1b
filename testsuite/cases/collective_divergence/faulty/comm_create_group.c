// MPI_Comm_create_group is called by the group's members only.
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Group world_group, group;
    MPI_Comm comm = MPI_COMM_NULL;
    int ranks[] = { 1, 2 }, me;
    MPI_Init(&argc, &argv);
    MPI_Comm_group(MPI_COMM_WORLD, &world_group);
    MPI_Group_incl(world_group, 2, ranks, &group);
    MPI_Group_rank(group, &me);
    if (me != MPI_UNDEFINED) {
        MPI_Comm_create_group(MPI_COMM_WORLD, group, 7, &comm);
        if (me == 0)
            MPI_Barrier(comm); //~ collective_divergence
        MPI_Comm_free(&comm);
    }
    MPI_Group_free(&group);
    MPI_Group_free(&world_group);
    MPI_Finalize();
    return 0;
}
