// A library keeps all ranks but one in a loop; that one takes them to be with it.
//@ files: parts/serves_the_root/server.c
#include "parts/serves_the_root/server.h"
#include <stdio.h>
int main(int argc, char **argv)
{
    double x[64];
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 64; i++)
        x[i] = i;
    server_begin(MPI_COMM_WORLD);
    for (int step = 0; step < 3; step++)
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    printf("%g\n", x[63]);
    server_end();
    MPI_Finalize();
    return 0;
}
