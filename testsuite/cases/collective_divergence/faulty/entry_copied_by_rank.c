// Each rank copies its settings to its own entry; all ask for the second one.
//@ ranks: 4
#include <mpi.h>
#include <string.h>

struct entry {
    int active;
    double weight;
};

int main(int argc, char **argv)
{
    struct entry table[8], own = { 1, 0.5 };
    double sum;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    table[0].active = 0;
    table[1].active = 0;
    memcpy(&table[rank], &own, sizeof own);
    if (table[1].active)
        MPI_Allreduce(&own.weight, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); //~ collective_divergence
    MPI_Finalize();
    return 0;
}
