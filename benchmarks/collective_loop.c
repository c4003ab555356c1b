/* What one checked collective costs: 8-byte Allreduces and Barriers in a loop, checked (MPI_*) and not
 * (PMPI_*), in turns shorter than a time slice, so that both meet the same machine.
 *
 *   cc -DUNCHECKED -c collective_loop.c -o unchecked.o      without Lockstep
 *   lockstep cc collective_loop.c unchecked.o               with LOCKSTEP_INSTRUMENT=all
 *   mpirun -n 2 a.out [CALLS [SECONDS]]
 *
 * Prints microseconds per call: "allreduce 0.91 1.20 barrier 0.74 1.01", unchecked and checked, the least
 * of all rounds, as noise only adds. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef UNCHECKED
#define ALLREDUCE PMPI_Allreduce
#define BARRIER PMPI_Barrier
#define allreduces unchecked_allreduces
#define barriers unchecked_barriers
#else
#define ALLREDUCE MPI_Allreduce
#define BARRIER MPI_Barrier
#define allreduces checked_allreduces
#define barriers checked_barriers
#endif

double allreduces(long calls) {
    double mine = 1, sum = 0, start = MPI_Wtime();
    for (long call = 0; call < calls; call++)
        ALLREDUCE(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return MPI_Wtime() - start;
}

double barriers(long calls) {
    double start = MPI_Wtime();
    for (long call = 0; call < calls; call++)
        BARRIER(MPI_COMM_WORLD);
    return MPI_Wtime() - start;
}

#ifndef UNCHECKED
double unchecked_allreduces(long calls);
double unchecked_barriers(long calls);

int main(int argc, char **argv) {
    double (*const loops[4])(long) = {
        unchecked_allreduces, checked_allreduces, unchecked_barriers, checked_barriers};
    double least[4] = {1e9, 1e9, 1e9, 1e9};
    long calls = argc > 1 ? atol(argv[1]) : 500;
    double seconds = argc > 2 ? atof(argv[2]) : 10;
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double end = MPI_Wtime() + seconds;
    for (int again = 1; again;) {
        for (int loop = 0; loop < 4; loop++) {
            double spent = loops[loop](calls);
            if (spent < least[loop])
                least[loop] = spent;
        }
        again = MPI_Wtime() < end;
        MPI_Bcast(&again, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    if (rank == 0) {
        for (int loop = 0; loop < 4; loop++)
            least[loop] *= 1e6 / calls;
        printf("allreduce %.3f %.3f barrier %.3f %.3f\n", least[0], least[1], least[2], least[3]);
    }
    MPI_Finalize();
    return 0;
}
#endif
