#ifndef PARALLEL_H
#define PARALLEL_H
extern int parallel_rank, parallel_size;
void parallel_start(int *argc, char ***argv);
void parallel_stop(void);
#endif
