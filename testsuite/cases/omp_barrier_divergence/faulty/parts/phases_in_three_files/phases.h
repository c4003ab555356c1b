#ifndef PHASES_H
#define PHASES_H

#define PARTICLES 3

extern int position[PARTICLES], force[PARTICLES];

int owns_particle(int thread);
void move_particles(int thread);

#endif
