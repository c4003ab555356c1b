#include "phases.h"

int owns_particle(int thread)
{
    return thread < PARTICLES;
}
