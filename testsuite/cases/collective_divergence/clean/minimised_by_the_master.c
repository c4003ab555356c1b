// A routine minimises a function that it is handed, on the master alone; each value is what all ranks add up for it.
#include <mpi.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef double (*target_t)(double);
enum { STOP, LIKELIHOOD };

static int me, size;
static double rate;

static double part(double rate, int of, int parts)
{
    double sum = 0;
    for (int i = of; i < 100; i += parts)
        sum += (rate - i) * (rate - i);
    return sum;
}

double likelihood(double at)
{
    int command = LIKELIHOOD;
    double own, all;
    if (me != 0)
        return 0;
    rate = at;
    MPI_Bcast(&command, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&rate, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    own = part(rate, me, size);
    MPI_Reduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    return all;
}

double minimise(target_t f, double from, double to)
{
    while (to - from > 1e-3) {
        double left = from + (to - from) / 3, right = to - (to - from) / 3;
        if (f(left) < f(right))
            to = right;
        else
            from = left;
    }
    return from;
}

static void work(void)
{
    int command;
    double own;
    for (;;) {
        MPI_Bcast(&command, 1, MPI_INT, 0, MPI_COMM_WORLD);
        if (command == STOP)
            return;
        MPI_Bcast(&rate, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        own = part(rate, me, size);
        MPI_Reduce(&own, NULL, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (me == 0) {
        int command = STOP;
        printf("%.2f\n", minimise(likelihood, 0, 200));
        MPI_Bcast(&command, 1, MPI_INT, 0, MPI_COMM_WORLD);
    } else {
        work();
    }
    MPI_Finalize();
    return 0;
}
