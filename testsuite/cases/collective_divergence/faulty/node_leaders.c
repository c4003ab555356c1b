// One leader per node reduces among the leaders, then tells its node.
#include <mpi.h>
#include <stdio.h>

struct levels {
    MPI_Comm node;
    MPI_Comm leaders;
};

static void make_levels(struct levels *levels, MPI_Comm comm)
{
    int rank, node_rank;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &levels->node);
    MPI_Comm_rank(levels->node, &node_rank);
    MPI_Comm_split(comm, node_rank == 0 ? 0 : MPI_UNDEFINED, rank, &levels->leaders);
}

static double sum_up(const struct levels *levels, double value)
{
    double node_sum = 0.0, sum = 0.0;
    MPI_Reduce(&value, &node_sum, 1, MPI_DOUBLE, MPI_SUM, 0, levels->node);
    if (levels->leaders != MPI_COMM_NULL) {
        MPI_Allreduce(&node_sum, &sum, 1, MPI_DOUBLE, MPI_SUM, levels->leaders);
    MPI_Bcast(&sum, 1, MPI_DOUBLE, 0, levels->node); //~ collective_divergence
    }
    return sum;
}

int main(int argc, char **argv)
{
    struct levels levels;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    make_levels(&levels, MPI_COMM_WORLD);
    double sum = sum_up(&levels, 1.0);
    if (rank == 0)
        printf("%g\n", sum);
    if (levels.leaders != MPI_COMM_NULL)
        MPI_Comm_free(&levels.leaders);
    MPI_Comm_free(&levels.node);
    MPI_Finalize();
    return 0;
}
