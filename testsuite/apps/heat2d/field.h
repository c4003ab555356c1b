/* Temperatures on our part of the grid, with one line of halo around. */
#ifndef HEAT2D_FIELD_H
#define HEAT2D_FIELD_H

#include "domain.h"

struct field {
    const struct domain *domain;
    double *now, *next;
};

/* A halo exchange on its way. */
struct exchange {
    MPI_Request requests[8];
};

enum status field_create(struct field *field, const struct domain *domain);
void field_free(struct field *field);

/* The initial temperatures, and the walls (which never change). */
void field_start(struct field *field);

/* Copies the interior of `from`, which has the same domain. */
void field_copy(struct field *field, const struct field *from);

void field_exchange_begin(struct field *field, struct exchange *exchange);
void field_exchange_end(struct exchange *exchange);

/* One explicit step of rows [first, last) and columns [left, right) of the interior into `next`;
 * returns the largest change of a point. */
double field_step(struct field *field, double diffusion, int first, int last, int left, int right);

void field_swap(struct field *field);

/* The largest difference of two fields on this rank. */
double field_difference(const struct field *a, const struct field *b);

/* Index of interior point (i, j). */
static inline long field_at(const struct field *field, int i, int j) {
    return (long)(i + 1) * domain_pitch(field->domain) + (j + 1);
}

#endif
