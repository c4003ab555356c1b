// The rank stands in a tree that a function refines which calls itself; it writes other members only.
#include <mpi.h>
#include <stdio.h>

struct tree {
    MPI_Comm comm;
    int rank, leaves, depth;
};

static void refine(struct tree *tree, int level)
{
    if (level > tree->depth)
        tree->depth = level;
    if (level >= 4) {
        tree->leaves++;
        return;
    }
    refine(tree, level + 1);
    refine(tree, level + 1 + level % 2);
}

static void grow(struct tree *tree, MPI_Comm comm)
{
    tree->comm = comm;
    tree->leaves = tree->depth = 0;
    MPI_Comm_rank(comm, &tree->rank);
    refine(tree, 0);
}

int main(int argc, char **argv)
{
    struct tree tree;
    int leaves = 0;
    MPI_Init(&argc, &argv);
    grow(&tree, MPI_COMM_WORLD);
    int root = tree.rank == 0;
    if (!root)
        MPI_Reduce(&tree.leaves, &leaves, 1, MPI_INT, MPI_SUM, 0, tree.comm); //~ collective_divergence
    else
        printf("%d leaves\n", tree.leaves);
    MPI_Finalize();
    return 0;
}
