// Of several pointers to flags one is put elsewhere, at an index only the run knows, where all ranks have the same.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, always = 1, too = 1, first;
    int *decides[4], *spare = &always;
    int **slots[2] = {&spare, &decides[2]};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    first = rank == 0;
    for (int i = 0; i < 4; i++)
        decides[i] = &always;
    *slots[argc % 2] = &too;
    if (*decides[2])
        MPI_Barrier(MPI_COMM_WORLD);
    printf("%d %d %d on rank %d\n", first, too, *spare, rank);
    MPI_Finalize();
    return 0;
}
