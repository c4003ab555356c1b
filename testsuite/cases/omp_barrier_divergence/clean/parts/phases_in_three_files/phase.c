#include "phases.h"

void move_particles(int thread)
{
    if (owns_particle(thread))
        force[thread] = position[(thread + 1) % PARTICLES] + 1;
#pragma omp barrier
    if (owns_particle(thread))
        position[thread] += force[thread];
}
