// The library walks each thread's keys, and calls back a function with a barrier: some have one key more.
//@ flags: -fopenmp
//@ mpi: none
//@ static: none
#define _GNU_SOURCE
#include <omp.h>
#include <search.h>
#include <stdio.h>

static int keys[4][4] = {{2, 1, 3, 4}, {6, 5, 7, 8}, {2, 3, 1, 9}, {9, 8, 7, 1}};
static int visited;

static int by_value(const void *one, const void *other)
{
    return *(const int *)one - *(const int *)other;
}

static void visit(const void *node, VISIT when, int depth)
{
    (void)node;
    (void)depth;
    if (when == postorder || when == leaf) {
#pragma omp atomic
        visited++;
#pragma omp barrier
    }
}

int main(void)
{
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num(), count = 3 + me % 2;
        void *tree = NULL;
        for (int i = 0; i < count; i++)
            tsearch(&keys[me][i], &tree, by_value);
        twalk(tree, visit);
        while (tree)
            tdelete(*(int **)tree, &tree, by_value);
    }
    printf("%d\n", visited);
    return 0;
}
