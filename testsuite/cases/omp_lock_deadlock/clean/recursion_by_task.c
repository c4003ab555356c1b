// Each call of the function makes a task that calls it again, and waits for that without the lock.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

static omp_lock_t guard;
static int visited;

static int walk(int depth)
{
    int below = 0;
    omp_set_lock(&guard);
    visited++;
    omp_unset_lock(&guard);
    if (depth > 0) {
#pragma omp task shared(below)
        below = walk(depth - 1);
    }
#pragma omp taskwait
    return below + 1;
}

int main(void)
{
    int depth = 0;
    omp_init_lock(&guard);
#pragma omp parallel num_threads(2)
#pragma omp single
    depth = walk(5);
    omp_destroy_lock(&guard);
    printf("%d %d\n", depth, visited);
    return 0;
}
