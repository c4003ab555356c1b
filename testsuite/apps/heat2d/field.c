#include "field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_NORTH = 1, TAG_SOUTH, TAG_WEST, TAG_EAST };

static size_t points(const struct domain *domain) {
    return (size_t)(domain->local[0] + 2) * (size_t)domain_pitch(domain);
}

enum status field_create(struct field *field, const struct domain *domain) {
    field->domain = domain;
    field->now = calloc(points(domain), sizeof(double));
    field->next = calloc(points(domain), sizeof(double));
    if (field->now == NULL || field->next == NULL) {
        field_free(field);
        return STATUS_MEMORY;
    }
    return STATUS_OK;
}

void field_free(struct field *field) {
    free(field->now);
    free(field->next);
    field->now = field->next = NULL;
}

/* The temperature a wall is held at: hot in the middle of the north, cold in the south. */
static double wall(const struct domain *domain, int row, int column) {
    if (row < 0) {
        double x = (column + 0.5) / domain->global[1];
        return 100.0 * sin(3.14159265358979323846 * x);
    }
    return row >= domain->global[0] ? -10.0 : 0.0;
}

void field_start(struct field *field) {
    const struct domain *domain = field->domain;
    for (int i = -1; i <= domain->local[0]; i++) {
        for (int j = -1; j <= domain->local[1]; j++) {
            int row = domain->start[0] + i;
            int column = domain->start[1] + j;
            int inside = row >= 0 && row < domain->global[0] && column >= 0 &&
                         column < domain->global[1];
            /* A warm block off the centre makes the solution unsymmetric, so that a halo that
             * arrives mirrored or transposed shows in the sums. */
            int warm = inside && row > domain->global[0] / 3 && row < domain->global[0] / 2 &&
                       column > domain->global[1] / 5 && column < domain->global[1] / 3;
            double value = inside ? (warm ? 50.0 : 0.0) : wall(domain, row, column);
            field->now[field_at(field, i, j)] = value;
            field->next[field_at(field, i, j)] = value;
        }
    }
}

void field_copy(struct field *field, const struct field *from) {
    memcpy(field->now, from->now, points(field->domain) * sizeof(double));
    memcpy(field->next, from->next, points(field->domain) * sizeof(double));
}

void field_exchange_begin(struct field *field, struct exchange *exchange) {
    const struct domain *domain = field->domain;
    const int rows = domain->local[0];
    const int columns = domain->local[1];
    double *now = field->now;
    MPI_Request *r = exchange->requests;

    MPI_Irecv(&now[field_at(field, -1, 0)], 1, domain->row, domain->north, TAG_SOUTH, domain->comm,
              &r[0]);
    MPI_Irecv(&now[field_at(field, rows, 0)], 1, domain->row, domain->south, TAG_NORTH,
              domain->comm, &r[1]);
    MPI_Irecv(&now[field_at(field, 0, -1)], 1, domain->column, domain->west, TAG_EAST, domain->comm,
              &r[2]);
    MPI_Irecv(&now[field_at(field, 0, columns)], 1, domain->column, domain->east, TAG_WEST,
              domain->comm, &r[3]);
    MPI_Isend(&now[field_at(field, 0, 0)], 1, domain->row, domain->north, TAG_NORTH, domain->comm,
              &r[4]);
    MPI_Isend(&now[field_at(field, rows - 1, 0)], 1, domain->row, domain->south, TAG_SOUTH,
              domain->comm, &r[5]);
    MPI_Isend(&now[field_at(field, 0, 0)], 1, domain->column, domain->west, TAG_WEST, domain->comm,
              &r[6]);
    MPI_Isend(&now[field_at(field, 0, columns - 1)], 1, domain->column, domain->east, TAG_EAST,
              domain->comm, &r[7]);
}

void field_exchange_end(struct exchange *exchange) {
    MPI_Waitall(8, exchange->requests, MPI_STATUSES_IGNORE);
}

double field_step(struct field *field, double diffusion, int first, int last, int left, int right) {
    const int pitch = domain_pitch(field->domain);
    double largest = 0.0;
    for (int i = first; i < last; i++) {
        for (int j = left; j < right; j++) {
            const double *u = &field->now[field_at(field, i, j)];
            double change = diffusion * (u[-pitch] + u[pitch] + u[-1] + u[1] - 4.0 * u[0]);
            field->next[field_at(field, i, j)] = u[0] + change;
            if (fabs(change) > largest)
                largest = fabs(change);
        }
    }
    return largest;
}

void field_swap(struct field *field) {
    double *old = field->now;
    field->now = field->next;
    field->next = old;
}

double field_difference(const struct field *a, const struct field *b) {
    double largest = 0.0;
    for (int i = 0; i < a->domain->local[0]; i++) {
        for (int j = 0; j < a->domain->local[1]; j++) {
            double difference = fabs(a->now[field_at(a, i, j)] - b->now[field_at(b, i, j)]);
            if (difference > largest)
                largest = difference;
        }
    }
    return largest;
}
