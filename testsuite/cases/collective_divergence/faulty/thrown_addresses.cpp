// Addresses are thrown: which class they are caught as, their types alone do not say.
//@ ranks: 3
//@ static: none
#include <mpi.h>

struct Shape {
    int corners = 0;
};
struct Square : Shape {};
struct Colour {};

static Square square;
static Colour colour;

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    try {
        if (rank == 1)
            throw &colour;
        throw &square;
    } catch (const Shape *) {
        MPI_Barrier(MPI_COMM_WORLD);
    } catch (...) {
    }
    MPI_Finalize();
    return 0;
}
