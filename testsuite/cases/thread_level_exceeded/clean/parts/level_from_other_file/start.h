#ifndef START_H
#define START_H

void start_mpi(int *argc, char ***argv);

#endif
