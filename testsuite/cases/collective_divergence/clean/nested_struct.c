// The neighbours are three structures deep in the simulation.
#include <mpi.h>
#include <string.h>

struct neighbours { int left, right; };
struct domain { struct neighbours neighbours; int cells; int periodic; };
struct simulation { MPI_Comm comm; struct domain domain; double *field; };

static void create(struct simulation *s, MPI_Comm comm)
{
    int rank, size;
    memset(s, 0, sizeof *s);
    s->comm = comm;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    s->domain.cells = 64 / size;
    s->domain.periodic = 1;
    s->domain.neighbours.left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    s->domain.neighbours.right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
}

static void apply_boundary(struct simulation *s)
{
    double flux = 1.0, total;
    if (s->domain.periodic)
        MPI_Allreduce(&flux, &total, 1, MPI_DOUBLE, MPI_SUM, s->comm);
}

int main(int argc, char **argv)
{
    struct simulation simulation;
    MPI_Init(&argc, &argv);
    create(&simulation, MPI_COMM_WORLD);
    apply_boundary(&simulation);
    MPI_Finalize();
    return 0;
}
