// Commands in a list, and in an array that is filled one by one: a pointer walks over them.
//@ ranks: 3
#include <initializer_list>
#include <mpi.h>

namespace {

enum class Step { assemble, solve, write };

void perform(Step step, int rank)
{
    switch (step) {
    case Step::assemble:
        break;
    case Step::solve:
        MPI_Barrier(MPI_COMM_WORLD);
        break;
    case Step::write:
        if (rank == 0)
            MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
        break;
    }
}

} // namespace

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    for (Step step : {Step::assemble, Step::solve})
        perform(step, rank);

    int phases[3];
    phases[0] = 0;
    phases[1] = 1;
    phases[2] = 2;
    for (int *phase = phases; phase != phases + 3; ++phase)
        if (*phase == 2 && rank != 0)
            MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence

    MPI_Finalize();
    return 0;
}
