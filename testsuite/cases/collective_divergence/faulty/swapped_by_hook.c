//@ static: none
// One of two steps in a table puts another flag in the place of the one all ranks have.
#include <mpi.h>
#include <stdio.h>

typedef struct solver solver;
typedef void step(solver *);

struct solver {
    MPI_Comm comm;
    int rank, steps, always, first;
    const int *decides;
};

static void count(solver *s)
{
    s->steps++;
}

static void turn(solver *s)
{
    s->steps++;
    s->decides = &s->first;
}

static step *const steps[2] = {count, turn};

int main(int argc, char **argv)
{
    solver s = {.always = 1};
    MPI_Init(&argc, &argv);
    s.comm = MPI_COMM_WORLD;
    MPI_Comm_rank(s.comm, &s.rank);
    s.first = s.rank == 0;
    s.decides = &s.always;
    for (int i = 0; i < 2; i++)
        steps[i](&s);
    if (*s.decides)
        MPI_Barrier(s.comm);
    printf("%d steps on rank %d\n", s.steps, s.rank);
    MPI_Finalize();
    return 0;
}
