// The root draws the weights of each rank and sends them; what it keeps and what the others receive is
// checked alike, and by a rank that finds it wrong the program is left.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void draw(int *weights, int count, int total)
{
    for (int i = 0; i < count; i++)
        weights[i] = 0;
    for (int i = 0; i < total; i++)
        weights[rand() % count]++;
}

int main(int argc, char **argv)
{
    int rank, size, all = 0, sum = 0, count = 10, total = argc > 1 ? atoi(argv[1]) : 40;
    int *weights = malloc(count * sizeof *weights);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int round = 0; round < 2; round++) {
        if (rank == 0) {
            for (int to = size - 1; to >= 0; to--) {
                draw(weights, count, total);
                if (to > 0)
                    MPI_Ssend(weights, count, MPI_INT, to, 0, MPI_COMM_WORLD);
            }
        } else {
            MPI_Recv(weights, count, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        sum = 0;
        for (int i = 0; i < count; i++)
            sum += weights[i];
        if (sum != total) {
            printf("rank %d: %d instead of %d\n", rank, sum, total);
            exit(1);
        }
    }
    MPI_Reduce(&sum, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", all);
    free(weights);
    MPI_Finalize();
    return 0;
}
