#include "phases.h"

void move_particles(int thread)
{
    force[thread] = position[(thread + 1) % PARTICLES] + 1;
#pragma omp barrier //~ omp_barrier_divergence
    position[thread] += force[thread];
}
