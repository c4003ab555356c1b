/* 2D heat equation, explicit steps, on a Cartesian grid of ranks.
 *
 * Phase 1 runs half of the steps and writes a checkpoint. Phase 2 goes on. Then the checkpoint is
 * read back, phase 2 is done once more from it, and both results must agree to the last bit.
 */
#include <stdio.h>

#include "checkpoint.h"
#include "domain.h"
#include "field.h"
#include "options.h"
#include "report.h"
#include "solver.h"

/* Phase 2 again, from the file. Collective; `reference` is what came out without the file. */
static enum status replay(const struct options *options, const struct domain *domain,
                          const struct field *reference, int limit) {
    struct field field;
    int steps = 0;
    double local, difference;
    enum status status = agree(domain->comm, field_create(&field, domain));

    if (status != STATUS_OK)
        goto out;
    field_start(&field);
    status = checkpoint_read(&field, options->checkpoint, &steps);
    if (status != STATUS_OK)
        goto out;
    solver_run(&field, options, limit);
    local = field_difference(&field, reference);
    MPI_Allreduce(&local, &difference, 1, MPI_DOUBLE, MPI_MAX, domain->comm);
    if (domain->rank == 0)
        printf("replay from step %d: largest difference %g\n", steps, difference);
out:
    field_free(&field);
    return status;
}

static enum status simulate(const struct options *options, const struct domain *domain) {
    struct field field;
    struct progress progress;
    int done = 0;
    int half = options->steps / 2;
    enum status status = agree(domain->comm, field_create(&field, domain));

    if (status != STATUS_OK)
        goto out;
    field_start(&field);
    if (options->restart[0] != '\0') {
        status = checkpoint_read(&field, options->restart, &done);
        if (status != STATUS_OK)
            goto out;
        if (domain->rank == 0)
            printf("restart at step %d\n", done);
    }
    progress = solver_run(&field, options, half);
    report("phase 1", &field, &progress);

    if (options->checkpoint[0] != '\0') {
        status = checkpoint_write(&field, options->checkpoint, done + progress.steps);
        if (status != STATUS_OK)
            goto out;
    }
    progress = solver_run(&field, options, options->steps - half);
    report("phase 2", &field, &progress);

    if (options->checkpoint[0] != '\0')
        status = replay(options, domain, &field, options->steps - half);
out:
    field_free(&field);
    return status;
}

int main(int argc, char **argv) {
    struct options options;
    struct domain domain;
    enum status status;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    status = options_read(&options, argc, argv, MPI_COMM_WORLD);
    if (status == STATUS_OK) {
        status = domain_create(&domain, &options, MPI_COMM_WORLD);
        if (status == STATUS_OK) {
            status = simulate(&options, &domain);
            domain_free(&domain);
        }
        if (status != STATUS_OK && rank == 0)
            fprintf(stderr, "heat2d: %s\n", status_text(status));
    }
    MPI_Finalize();
    return status == STATUS_OK || status == STATUS_HELP ? 0 : 1;
}
