#include "solver.h"

#include <stdio.h>

/* One step, the interior while the halo is on its way, then the rim that needs it. */
static double step(struct field *field, double diffusion) {
    const int rows = field->domain->local[0];
    const int columns = field->domain->local[1];
    struct exchange exchange;
    double change[5] = {0.0};

    field_exchange_begin(field, &exchange);
    if (rows > 2 && columns > 2)
        change[0] = field_step(field, diffusion, 1, rows - 1, 1, columns - 1);
    field_exchange_end(&exchange);

    change[1] = field_step(field, diffusion, 0, 1, 0, columns);
    if (rows > 1)
        change[2] = field_step(field, diffusion, rows - 1, rows, 0, columns);
    if (rows > 2) {
        change[3] = field_step(field, diffusion, 1, rows - 1, 0, 1);
        if (columns > 1)
            change[4] = field_step(field, diffusion, 1, rows - 1, columns - 1, columns);
    }
    field_swap(field);

    for (int part = 1; part < 5; part++)
        if (change[part] > change[0])
            change[0] = change[part];
    return change[0];
}

struct progress solver_run(struct field *field, const struct options *options, int limit) {
    const struct domain *domain = field->domain;
    struct progress progress = {0, 0, 0.0};

    while (progress.steps < limit) {
        double local_change = step(field, options->diffusion);
        progress.steps++;
        if (progress.steps % options->check_every != 0 && progress.steps != limit)
            continue;

        MPI_Allreduce(&local_change, &progress.change, 1, MPI_DOUBLE, MPI_MAX, domain->comm);
        if (options->verbose && domain->rank == 0)
            printf("  step %5d: largest change %.6e\n", progress.steps, progress.change);
        if (progress.change < options->tolerance) {
            progress.converged = 1;
            break;
        }
    }
    return progress;
}
