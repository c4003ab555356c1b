// So is a datatype of the user's own; a struct reduced with it.
#include <mpi.h>
#include <stddef.h>

struct particle {
    double position[3];
    int charge;
};

int main(int argc, char **argv)
{
    MPI_Datatype raw, type;
    struct particle p = { { 0, 0, 0 }, 1 };
    int lengths[2] = { 3, 1 }, rank;
    MPI_Aint offsets[2] = { offsetof(struct particle, position), offsetof(struct particle, charge) };
    MPI_Datatype types[2] = { MPI_DOUBLE, MPI_INT };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_create_struct(2, lengths, offsets, types, &raw);
    MPI_Type_create_resized(raw, 0, sizeof p, &type);
    MPI_Type_commit(&type);
    MPI_Bcast(&p, 1, type, 0, MPI_COMM_WORLD);
    MPI_Type_free(&type);
    MPI_Type_free(&raw);
    MPI_Finalize();
    return 0;
}
