/* The library's way out ends the job wherever MPI is initialised, as it is for whoever has a rank. */
//@ files: parts/ends_the_job.c
//@ args: /dev/null
#include <mpi.h>
#include <stdio.h>

int load(MPI_Comm comm, const char *path);

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int bytes = load(MPI_COMM_WORLD, argv[argc - 1]);
    printf("%d bytes\n", bytes);
    MPI_Finalize();
    return 0;
}
