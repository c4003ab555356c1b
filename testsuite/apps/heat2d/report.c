#include "report.h"

#include <stdio.h>

/* Sums are taken in whole thousandths, so that they do not depend on the order, and with it on
 * the number of ranks. */
static long long thousandths(double value) {
    return (long long)(value * 1000.0 + (value < 0.0 ? -0.5 : 0.5));
}

/* Sum over all points of the grid; on rank 0, others get 0. Collective. */
static double total_heat(const struct field *field) {
    const struct domain *domain = field->domain;
    long long heat = 0;
    long long total = 0;
    for (int i = 0; i < domain->local[0]; i++)
        for (int j = 0; j < domain->local[1]; j++)
            heat += thousandths(field->now[field_at(field, i, j)]);
    MPI_Reduce(&heat, &total, 1, MPI_LONG_LONG, MPI_SUM, 0, domain->comm);
    return (double)total / 1000.0;
}

/* Sum of every point times its position, which also sees points that changed places. Collective. */
static long long moment(const struct field *field) {
    const struct domain *domain = field->domain;
    long long weight = 0;
    long long total = 0;
    for (int i = 0; i < domain->local[0]; i++)
        for (int j = 0; j < domain->local[1]; j++)
            weight += thousandths(field->now[field_at(field, i, j)]) *
                   ((domain->start[0] + i) * 31 + domain->start[1] + j);
    MPI_Reduce(&weight, &total, 1, MPI_LONG_LONG, MPI_SUM, 0, domain->comm);
    return total;
}

void report(const char *phase, const struct field *field, const struct progress *progress) {
    int rank;
    double heat = total_heat(field);
    long long weight = moment(field);

    MPI_Comm_rank(field->domain->comm, &rank);
    if (rank == 0) {
        printf("%s: %d steps, %s, largest change %.6e\n", phase, progress->steps,
               progress->converged ? "converged" : "not converged", progress->change);
        printf("%s: total heat %.3f, moment %lld\n", phase, heat, weight);
    }
}
