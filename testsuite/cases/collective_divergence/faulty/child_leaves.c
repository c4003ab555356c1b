// The first rank has a child, and leaves itself when that has ended.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, status;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        pid_t child = fork();
        if (child == 0) {
            execlp("true", "true", NULL);
            _exit(1);
        }
        waitpid(child, &status, 0);
        if (fprintf(stderr, "the child has ended\n") > 0)
            exit(27);
    }
    MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
