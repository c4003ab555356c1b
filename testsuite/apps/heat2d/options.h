/* The command line. Rank 0 reads it (some launchers pass it to rank 0 only) and tells the others. */
#ifndef HEAT2D_OPTIONS_H
#define HEAT2D_OPTIONS_H

#include <mpi.h>

#include "agree.h"

#define PATH_LIMIT 256

struct options {
    int rows, columns;              /* interior points */
    int steps;                      /* at most this many per phase */
    int check_every;                /* steps between two convergence tests */
    double tolerance;               /* largest change of a step that counts as converged */
    double diffusion;               /* alpha * dt / h^2, at most 0.25 */
    int periodic;                   /* wrap around in the column direction */
    int verbose;
    char checkpoint[PATH_LIMIT];    /* file to write; empty: none */
    char restart[PATH_LIMIT];       /* file to start from; empty: none */
};

/* Fills `options` on all ranks of `comm`; collective. */
enum status options_read(struct options *options, int argc, char **argv, MPI_Comm comm);

#endif
