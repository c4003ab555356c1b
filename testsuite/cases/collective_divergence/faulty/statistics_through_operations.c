// Statistics of a solver, whose operations are functions set when it is made: one rank asks for what all have to compute.
//@ static: none
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct solver;

struct operations {
    int (*steps)(struct solver *, double *);
    int (*norm)(struct solver *, double *);
};

struct solver {
    struct operations *operations;
    double residual;
};

static int own_steps(struct solver *solver, double *answer)
{
    *answer = solver->residual > 0.0 ? 10 : 1;
    return 0;
}

static int common_norm(struct solver *solver, double *answer)
{
    return MPI_Allreduce(&solver->residual, answer, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
}

static struct solver *new_solver(double residual)
{
    struct solver *solver = malloc(sizeof *solver);
    solver->operations = malloc(sizeof *solver->operations);
    solver->operations->steps = own_steps;
    solver->operations->norm = common_norm;
    solver->residual = residual;
    return solver;
}

static void print_statistics(struct solver *solver)
{
    double answer;
    if (solver->operations->norm(solver, &answer) == 0)
        printf("%g\n", answer);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    struct solver *solver = new_solver(argc);
    double norm;
    solver->operations->norm(solver, &norm);
    if (rank == 0)
        print_statistics(solver);
    free(solver->operations);
    free(solver);
    MPI_Finalize();
    return 0;
}
