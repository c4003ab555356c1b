// MPI_Comm_create_group is called by all members of the group: the second of them has left before it.
//@ static: none
//@ ranks: 4
//@ says: ranks wait for others to begin what they have begun
//@ says: waits for rank 2 to call it on MPI_COMM_WORLD with tag 7
#include <mpi.h>
#include <stdio.h>

/* The members with nothing to do have no part in it. */
static int has_work(int rank)
{
    char name[32];
    FILE *file;
    snprintf(name, sizeof name, "/proc/self/%s", rank == 2 ? "nothing" : "status");
    file = fopen(name, "r");
    if (file == NULL)
        return 0;
    fclose(file);
    return 1;
}

int main(int argc, char **argv)
{
    MPI_Group world_group, group;
    MPI_Comm comm = MPI_COMM_NULL;
    int ranks[] = { 1, 2 }, me, rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world_group);
    MPI_Group_incl(world_group, 2, ranks, &group);
    MPI_Group_rank(group, &me);
    if (me != MPI_UNDEFINED && has_work(rank)) {
        MPI_Comm_create_group(MPI_COMM_WORLD, group, 7, &comm);
        MPI_Comm_free(&comm);
    }
    MPI_Group_free(&group);
    MPI_Group_free(&world_group);
    MPI_Finalize();
    return 0;
}
