// A loop makes an object per rank; which one is asked by its rank, by its number, and by a pointer that walks over them.
//@ ranks: 4
//@ static: none
#include <mpi.h>
#include <stdlib.h>

struct domain {
    int id, halo;
};

static struct domain *new_domain(int id)
{
    struct domain *made = malloc(sizeof *made);
    made->id = id;
    made->halo = id % 2;
    return made;
}

static int needs_halo(struct domain *const *domains, int id)
{
    return domains[id]->halo;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    struct domain **domains = malloc(size * sizeof *domains);
    for (int id = 0; id < size; id++)
        domains[id] = new_domain(id);
    if (needs_halo(domains, rank))
        MPI_Barrier(MPI_COMM_WORLD);
    for (int id = 0; id < size; id++)
        free(domains[id]);
    free(domains);
    MPI_Finalize();
    return 0;
}
