//@ static: none
// Beside a thousand counters the callee puts another flag in the place of the one all ranks have.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define TEN(do, n) do(n##0) do(n##1) do(n##2) do(n##3) do(n##4) do(n##5) do(n##6) do(n##7) do(n##8) do(n##9)
#define HUNDRED(do, n) TEN(do, n##0) TEN(do, n##1) TEN(do, n##2) TEN(do, n##3) TEN(do, n##4) \
    TEN(do, n##5) TEN(do, n##6) TEN(do, n##7) TEN(do, n##8) TEN(do, n##9)
#define ALL(do) HUNDRED(do, c0) HUNDRED(do, c1) HUNDRED(do, c2) HUNDRED(do, c3) HUNDRED(do, c4) \
    HUNDRED(do, c5) HUNDRED(do, c6) HUNDRED(do, c7) HUNDRED(do, c8) HUNDRED(do, c9) HUNDRED(do, d0) HUNDRED(do, d1)

#define DECLARE(name) long name;
#define COUNT(name) name += solver->rank;
#define ADD(name) sum += name;

struct solver {
    MPI_Comm comm;
    int rank, size, steps;
};

ALL(DECLARE)
int always = 1, first;
int *chosen;

void account(struct solver *solver)
{
    ALL(COUNT)
    chosen = &first;
}

long total(void)
{
    long sum = 0;
    ALL(ADD)
    return sum;
}

int main(int argc, char **argv)
{
    struct solver solver = { .steps = argc > 1 ? atoi(argv[1]) : 2 };
    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &solver.comm);
    MPI_Comm_rank(solver.comm, &solver.rank);
    MPI_Comm_size(solver.comm, &solver.size);
    first = solver.rank == 0;
    chosen = &always;
    account(&solver);
    if (*chosen)
        MPI_Barrier(solver.comm);
    long mine = total(), all = 0;
    MPI_Reduce(&mine, &all, 1, MPI_LONG, MPI_SUM, 0, solver.comm);
    if (solver.rank == 0)
        printf("%ld\n", all);
    MPI_Comm_free(&solver.comm);
    MPI_Finalize();
    return 0;
}
