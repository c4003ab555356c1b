#include "domain.h"

/* Part `index` of `parts` of `points` points: the first `points % parts` parts get one more. */
static void cut(int points, int parts, int index, int *start, int *length) {
    int quotient = points / parts;
    int rest = points % parts;
    *length = quotient + (index < rest ? 1 : 0);
    *start = index * quotient + (index < rest ? index : rest);
}

enum status domain_create(struct domain *domain, const struct options *options, MPI_Comm world) {
    int periods[2] = {0, options->periodic};
    int size;

    MPI_Comm_size(world, &size);
    domain->dims[0] = domain->dims[1] = 0;
    MPI_Dims_create(size, 2, domain->dims);
    domain->global[0] = options->rows;
    domain->global[1] = options->columns;
    if (domain->dims[0] > domain->global[0] || domain->dims[1] > domain->global[1])
        return STATUS_GRID;

    MPI_Cart_create(world, 2, domain->dims, periods, 1, &domain->comm);
    MPI_Comm_set_name(domain->comm, "heat2d grid");
    MPI_Comm_rank(domain->comm, &domain->rank);
    MPI_Comm_size(domain->comm, &domain->size);
    MPI_Cart_coords(domain->comm, domain->rank, 2, domain->coords);
    MPI_Cart_shift(domain->comm, 0, 1, &domain->north, &domain->south);
    MPI_Cart_shift(domain->comm, 1, 1, &domain->west, &domain->east);
    for (int d = 0; d < 2; d++)
        cut(domain->global[d], domain->dims[d], domain->coords[d], &domain->start[d],
            &domain->local[d]);

    MPI_Type_contiguous(domain->local[1], MPI_DOUBLE, &domain->row);
    MPI_Type_vector(domain->local[0], 1, domain_pitch(domain), MPI_DOUBLE, &domain->column);
    MPI_Type_commit(&domain->row);
    MPI_Type_commit(&domain->column);
    return STATUS_OK;
}

void domain_free(struct domain *domain) {
    MPI_Type_free(&domain->row);
    MPI_Type_free(&domain->column);
    MPI_Comm_free(&domain->comm);
}
