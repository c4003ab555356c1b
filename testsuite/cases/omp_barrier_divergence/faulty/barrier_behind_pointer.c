// Some threads call what waits for all through a pointer, from a function that waits for nobody itself.
//@ flags: -fopenmp
//@ mpi: none
//@ static: none
#include <omp.h>
#include <stdio.h>

static int met;

static void meet(void)
{
#pragma omp barrier
#pragma omp atomic
    met++;
}

static void pass(void) {}

int main(int argc, char **argv)
{
    void (*step)(void) = argc > 1 ? pass : meet;
    (void)argv;
    omp_set_num_threads(4);
#pragma omp parallel
    {
        if (omp_get_thread_num() % 2 == 0)
            step();
    }
    printf("%d\n", met);
    return 0;
}
