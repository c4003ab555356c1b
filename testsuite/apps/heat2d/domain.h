/* Who owns which part of the grid. */
#ifndef HEAT2D_DOMAIN_H
#define HEAT2D_DOMAIN_H

#include <mpi.h>

#include "agree.h"
#include "options.h"

struct domain {
    MPI_Comm comm;                  /* Cartesian, two dimensions: rows, columns */
    int rank, size;                 /* in comm */
    int dims[2], coords[2];
    int north, south, west, east;   /* MPI_PROC_NULL at a wall */
    int global[2];                  /* interior points of the whole grid */
    int start[2];                   /* global index of our first interior point */
    int local[2];                   /* interior points of ours */
    MPI_Datatype row, column;       /* one halo line of a field */
};

/* Cuts the grid among the ranks of `world`; collective. */
enum status domain_create(struct domain *domain, const struct options *options, MPI_Comm world);

/* Collective. */
void domain_free(struct domain *domain);

/* Doubles from one row of a field to the next: interior and two halo points. */
static inline int domain_pitch(const struct domain *domain) { return domain->local[1] + 2; }

#endif
