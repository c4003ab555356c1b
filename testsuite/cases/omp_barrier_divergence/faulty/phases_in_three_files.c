// The phase with the barrier is called for the threads that own a particle, two files away.
//@ flags: -fopenmp
//@ mpi: none
//@ files: parts/phases_in_three_files/owner.c parts/phases_in_three_files/phase.c parts/phases_in_three_files/phases.h
#include "parts/phases_in_three_files/phases.h"
#include <omp.h>
#include <stdio.h>

int position[PARTICLES], force[PARTICLES];

int main(void)
{
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num();
        if (owns_particle(me))
            move_particles(me);
    }
    for (int p = 0; p < PARTICLES; p++)
        printf("%d ", position[p]);
    printf("\n");
    return 0;
}
