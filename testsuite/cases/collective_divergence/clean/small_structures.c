// Structures of a few numbers, which functions hand on in registers: what is the same of them decides.
#include <mpi.h>
#include <stdio.h>

struct process {
    int rank, size;
};

struct extent {
    int first, count, total;
};

struct outcome {
    short code;
    char own, all;
    int steps;
};

struct box {
    float low, high;
};

static struct process self(MPI_Comm comm)
{
    struct process self;
    MPI_Comm_rank(comm, &self.rank);
    MPI_Comm_size(comm, &self.size);
    return self;
}

static struct extent part(struct process process, int total)
{
    struct extent part = {process.rank * (total / process.size), 0, total};
    part.count = process.rank + 1;
    return part;
}

static struct outcome solve(struct extent part)
{
    struct outcome outcome = {0, (char)(part.first > 0), 1, 0};
    while (outcome.steps < part.total / 4)
        outcome.steps++;
    return outcome;
}

static struct box bounds(struct process process)
{
    struct box box = {(float)process.rank, (float)process.size};
    return box;
}

static struct outcome longer(struct outcome outcome, int by)
{
    outcome.steps += by;
    return outcome;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    struct process process = self(MPI_COMM_WORLD);
    if (process.size > 1)
        MPI_Barrier(MPI_COMM_WORLD);
    struct extent own = part(process, 16);
    for (int i = 0; i < own.total; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    struct outcome outcome = longer(solve(own), process.size);
    if (outcome.all)
        MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < outcome.steps; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    if (outcome.code == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    struct box box = bounds(process);
    if (process.rank == 0)
        printf("%g %d\n", box.high, outcome.steps);
    MPI_Finalize();
    return 0;
}
