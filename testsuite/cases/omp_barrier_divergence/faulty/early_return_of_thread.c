// A thread without cells leaves before the barrier its neighbours wait at.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>
#include <string.h>

#define CELLS 3

static double flux[CELLS], state[CELLS];

static void advance(int thread, int threads)
{
    int first = thread * CELLS / threads;
    int last = (thread + 1) * CELLS / threads;
    if (first == last)
        return;
    for (int c = first; c < last; c++)
        flux[c] = 1.0 + c;
#pragma omp barrier //~ omp_barrier_divergence
    for (int c = first; c < last; c++)
        state[c] += flux[(c + 1) % CELLS];
}

int main(void)
{
    memset(state, 0, sizeof state);
#pragma omp parallel num_threads(4)
    advance(omp_get_thread_num(), omp_get_num_threads());
    printf("%g %g %g\n", state[0], state[1], state[2]);
    return 0;
}
