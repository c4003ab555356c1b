// Two locks in a fixed order, critical sections of two names inside each other, a nestable lock.
//@ flags: -fopenmp
//@ mpi: none
#include <iostream>
#include <omp.h>

static omp_lock_t outer, inner;
static omp_nest_lock_t again;
static int steps, marks, depth;

static void mark()
{
    omp_set_lock(&inner);
    ++marks;
    omp_unset_lock(&inner);
}

static void dive(int levels)
{
    omp_set_nest_lock(&again);
    ++depth;
    if (levels > 0)
        dive(levels - 1);
    omp_unset_nest_lock(&again);
}

static void step()
{
#pragma omp critical(step)
    {
        ++steps;
#pragma omp critical(detail)
        ++marks;
    }
}

int main()
{
    omp_init_lock(&outer);
    omp_init_lock(&inner);
    omp_init_nest_lock(&again);
#pragma omp parallel num_threads(3)
    {
        omp_set_lock(&outer);
        mark();
        omp_unset_lock(&outer);
        dive(2);
#pragma omp barrier
        step();
    }
    omp_destroy_nest_lock(&again);
    omp_destroy_lock(&inner);
    omp_destroy_lock(&outer);
    std::cout << steps << ' ' << marks << ' ' << depth << '\n';
    return 0;
}
