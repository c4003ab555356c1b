#ifndef SOLVER_H
#define SOLVER_H

#define UNKNOWNS 24

extern double unknown[UNKNOWNS], last_norm;

/* To be called by all threads of a team. */
void solve(int sweeps);
void global_norm(double local);

#endif
