// The application's own communicator is a global variable, duplicated in one file, used in two others.
//@ files: parts/application_communicator/communicator.c parts/application_communicator/output.c
#include <mpi.h>

extern MPI_Comm application;
void application_start(void);
void application_stop(void);
void output_step(int step, int wanted);

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    application_start();
    MPI_Comm_rank(application, &rank);
    for (int step = 0; step < 3; step++)
        output_step(step, step < 2);
    application_stop();
    MPI_Finalize();
    return 0;
}
