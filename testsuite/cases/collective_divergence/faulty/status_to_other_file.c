// A status is handed up to the main program in another file, which leaves for it on rank 0 alone.
//@ files: parts/status_to_other_file/parameters.c
//@ args: no_such_file.txt
#include <mpi.h>
#include <stdio.h>

int share_step(const char *path, double *step, MPI_Comm comm);

int main(int argc, char **argv)
{
    double step = 0.1;
    MPI_Init(&argc, &argv);
    if (argc > 1 && share_step(argv[1], &step, MPI_COMM_WORLD) != 0) {
        fprintf(stderr, "no time step\n");
        MPI_Finalize();
        return 0;
    }
    printf("step %g\n", step);
    MPI_Finalize();
    return 0;
}
