// The root that the user names reads how many steps there are, and the others take one step more.
//@ args: 1
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, steps = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int root = argc > 1 ? atoi(argv[1]) : 0;
    if (rank == root) {
        FILE *file = fopen("steps.txt", "r");
        if (!file || fscanf(file, "%d", &steps) != 1)
            steps = 3;
        if (file)
            fclose(file);
        MPI_Bcast(&steps, 1, MPI_INT, root, MPI_COMM_WORLD);
        for (int step = 0; step < steps; step++)
            MPI_Bcast(&step, 1, MPI_INT, root, MPI_COMM_WORLD);
    } else {
        MPI_Bcast(&steps, 1, MPI_INT, root, MPI_COMM_WORLD);
        for (int step = 0; step < steps + rank; step++) {
            int told;
            MPI_Bcast(&told, 1, MPI_INT, root, MPI_COMM_WORLD); //~ collective_divergence
        }
    }
    MPI_Finalize();
    return 0;
}
