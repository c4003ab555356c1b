// A cast to a class that the object has on one rank only fails on the others, who catch that.
//@ ranks: 3
//@ static: none
#include <mpi.h>

#include <typeinfo>

struct Field {
    virtual ~Field() = default;
};
struct Vector : Field {};
struct Scalar : Field {};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    Vector vector;
    Scalar scalar;
    Field *field = &scalar;
    if (rank == 1)
        field = &vector;
    try {
        (void)dynamic_cast<Vector &>(*field);
        MPI_Barrier(MPI_COMM_WORLD);
    } catch (const std::bad_cast &) {
    }
    MPI_Finalize();
    return 0;
}
