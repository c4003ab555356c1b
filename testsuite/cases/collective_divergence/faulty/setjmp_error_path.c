// longjmp takes one rank over the collective.
// Where it goes is known to the run only.
//@ static: none
#include <mpi.h>
#include <setjmp.h>

static jmp_buf recovery;

static void compute(int rank)
{
    if (rank == 1)
        longjmp(recovery, 1);
}

int main(int argc, char **argv)
{
    int rank, sum, one = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (setjmp(recovery) == 0) {
        compute(rank);
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
