// A status is handed up to the main program in another file, which ends the job for it.
//@ files: parts/status_to_other_file/parameters.c
#include <mpi.h>
#include <stdio.h>

int share_step(const char *path, double *step, MPI_Comm comm);

int main(int argc, char **argv)
{
    double step = 0.1;
    MPI_Init(&argc, &argv);
    if (argc > 1 && share_step(argv[1], &step, MPI_COMM_WORLD) != 0) {
        fprintf(stderr, "no time step\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
        return 1;
    }
    printf("step %g\n", step);
    MPI_Finalize();
    return 0;
}
