// A helper makes the communicator by the color it is given; the caller asks the same color.
//@ ranks: 4
#include <mpi.h>

static MPI_Comm part_of(MPI_Comm comm, int color)
{
    MPI_Comm part;
    int rank;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_split(comm, color, -rank, &part);
    return part;
}

static double maximum(double value, MPI_Comm comm)
{
    double largest = 0.0;
    MPI_Allreduce(&value, &largest, 1, MPI_DOUBLE, MPI_MAX, comm);
    return largest;
}

int main(int argc, char **argv)
{
    int rank;
    double speed;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int fluid = rank % 2;
    MPI_Comm part = part_of(MPI_COMM_WORLD, fluid);
    speed = 1.0 + rank;
    if (fluid)
        speed = maximum(speed, part);
    MPI_Comm_free(&part);
    MPI_Finalize();
    return speed < 0.0;
}
