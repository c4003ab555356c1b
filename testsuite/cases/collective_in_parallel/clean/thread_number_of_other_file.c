// Another file asks for the thread's number; the first thread makes the collective call.
//@ flags: -fopenmp
//@ files: parts/thread_number.c
#include <mpi.h>
#include <stdio.h>

int my_thread(void);

int main(int argc, char **argv)
{
    int provided, sum = 0, mine = 1;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
#pragma omp parallel num_threads(3)
    {
        int thread = my_thread();
        if (thread == 0)
            MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    printf("%d\n", sum);
    MPI_Finalize();
    return 0;
}
