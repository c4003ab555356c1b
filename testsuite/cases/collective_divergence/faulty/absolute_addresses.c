// A structure is broadcast by the addresses of its members, and changed on one rank.
//@ static: none
#include <mpi.h>

struct model {
    int steps, every;
    double tolerance;
};

static void share(struct model *model, MPI_Comm comm)
{
    int lengths[2] = {2, 1};
    MPI_Aint places[2];
    MPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE}, type;
    MPI_Get_address(&model->steps, &places[0]);
    MPI_Get_address(&model->tolerance, &places[1]);
    MPI_Type_create_struct(2, lengths, places, types, &type);
    MPI_Type_commit(&type);
    MPI_Bcast(MPI_BOTTOM, 1, type, 0, comm);
    MPI_Type_free(&type);
}

int main(int argc, char **argv)
{
    struct model model = {0, 1, 0.0};
    int rank;
    double own = 1, all;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        model.steps = 5;
        model.every = 2;
        model.tolerance = 0.5;
    }
    share(&model, MPI_COMM_WORLD);
    if (rank == 1)
        model.steps++;
    for (int i = 0; i < model.steps; i++)
        MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
