// MPI_Comm_create is called by all of the parent; its child by the members only.
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Group world_group, pair_group;
    MPI_Comm pair;
    int members[2] = { 0, 2 };
    MPI_Init(&argc, &argv);
    MPI_Comm_group(MPI_COMM_WORLD, &world_group);
    MPI_Group_incl(world_group, 2, members, &pair_group);
    int group_rank;
    MPI_Group_rank(pair_group, &group_rank);
    if (group_rank != MPI_UNDEFINED) {
        MPI_Comm_create(MPI_COMM_WORLD, pair_group, &pair); //~ collective_divergence
        MPI_Barrier(pair);
        MPI_Comm_free(&pair);
    }
    MPI_Group_free(&pair_group);
    MPI_Group_free(&world_group);
    MPI_Finalize();
    return 0;
}
