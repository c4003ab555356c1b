/* What the user reads at the end. Rank 0 prints, all ranks take part. */
#ifndef HEAT2D_REPORT_H
#define HEAT2D_REPORT_H

#include "field.h"
#include "solver.h"

/* Collective over the domain's communicator. */
void report(const char *phase, const struct field *field, const struct progress *progress);

#endif
