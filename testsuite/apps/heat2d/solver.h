/* Time stepping until nothing changes. */
#ifndef HEAT2D_SOLVER_H
#define HEAT2D_SOLVER_H

#include "field.h"
#include "options.h"

struct progress {
    int steps;          /* steps done */
    int converged;
    double change;      /* largest change at the last convergence test, over all ranks */
};

/* Steps `field` until the largest change of any point is below the tolerance, at most `limit`
 * steps; collective over the domain's communicator. */
struct progress solver_run(struct field *field, const struct options *options, int limit);

#endif
