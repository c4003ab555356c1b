// While one stage is reduced the other is polled, and what each rank put into it decides.
#include <mpi.h>
#include <stdio.h>

struct stage {
    MPI_Request request;
    double own, sum;
};

int main(int argc, char **argv)
{
    int rank, there = 0, rounds = 0;
    struct stage stages[2] = {{MPI_REQUEST_NULL, 0, 0}, {MPI_REQUEST_NULL, 0, 0}};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int it = 0; it < 40; it++) {
        struct stage *now = &stages[it % 2], *before = &stages[1 - it % 2];
        now->own = rank;
        MPI_Iallreduce(&now->own, &now->sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, //~ collective_divergence
                       &now->request);
        for (int polls = 0; polls < 5 + rank; polls++)
            MPI_Test(&before->request, &there, MPI_STATUS_IGNORE);
        MPI_Wait(&before->request, MPI_STATUS_IGNORE);
        if (it > 1 && before->own > 0)
            break;
        rounds++;
    }
    MPI_Wait(&stages[0].request, MPI_STATUS_IGNORE);
    MPI_Wait(&stages[1].request, MPI_STATUS_IGNORE);
    if (rank == 0)
        printf("%d\n", rounds > 0);
    MPI_Finalize();
    return 0;
}
