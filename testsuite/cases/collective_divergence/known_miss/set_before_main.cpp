// A variable is set by its constructor before main, on each rank to something of its own.
//@ why: what constructors do before main is not looked at: variables are taken to have their first values there
#include <mpi.h>
#include <unistd.h>

struct Lot {
    int odd;
    Lot() : odd(getpid() % 2) {}
};

static Lot lot;

int main(int argc, char **argv)
{
    double own = 1.0, all = 0.0;
    MPI_Init(&argc, &argv);
    if (lot.odd)
        MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
