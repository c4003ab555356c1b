// The sum of a tree is guarded by a lock that is given back before the sums of its subtrees are asked for.
//@ flags: -fopenmp
//@ mpi: none
//@ check: nothing
#include <omp.h>
#include <stdio.h>

struct tree {
    struct tree *left, *right;
    int value;
};

static omp_lock_t guard;

static int sum(const struct tree *tree)
{
    if (!tree)
        return 0;
    omp_set_lock(&guard);
    int all = tree->value;
    omp_unset_lock(&guard);
    return all + sum(tree->left) + sum(tree->right);
}

int main(void)
{
    struct tree leaf = {NULL, NULL, 3}, root = {&leaf, NULL, 4};
    int total = 0;
    omp_init_lock(&guard);
#pragma omp parallel num_threads(2) reduction(max : total)
    total = sum(&root);
    omp_destroy_lock(&guard);
    printf("%d\n", total);
    return 0;
}
