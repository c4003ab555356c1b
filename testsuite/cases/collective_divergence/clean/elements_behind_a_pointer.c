// Helpers look at elements behind the first, which are the same on all ranks.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int at(const int *numbers, int index)
{
    return numbers[index];
}

static size_t length_of(const char *text)
{
    return strlen(text);
}

int main(int argc, char **argv)
{
    int rank, numbers[3];
    char text[4] = "x";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    numbers[0] = 0;
    numbers[1] = argc > 3;
    numbers[2] = 0;
    if (argc > 2) {
        text[1] = 'y';
        text[2] = 0;
    }
    if (at(numbers, 1) == 0 && length_of(text) == 1)
        MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        puts(text);
    MPI_Finalize();
    return 0;
}
