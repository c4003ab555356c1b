// What the library answers of communicators, names and buffers that are the same on all.
//@ ranks: 3
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    char own[32], name[MPI_MAX_OBJECT_NAME];
    MPI_Comm part;
    void *buffer;
    int rank, length, relation, bytes, calls = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &part);
    MPI_Comm_compare(part, MPI_COMM_SELF, &relation);
    calls += relation == MPI_CONGRUENT;

    snprintf(own, sizeof own, "part of rank %d", 0);
    MPI_Comm_set_name(part, own);
    MPI_Comm_get_name(part, name, &length);
    calls += name[13] == '0';

    MPI_Buffer_attach(malloc(1000), 500);
    MPI_Buffer_detach(&buffer, &bytes);
    free(buffer);
    calls += bytes == 500;

    for (int call = 0; call < calls; call++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_free(&part);
    MPI_Finalize();
    return 0;
}
