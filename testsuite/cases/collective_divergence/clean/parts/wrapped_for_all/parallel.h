#ifndef PARALLEL_H
#define PARALLEL_H
#include <mpi.h>

typedef struct Team {
    MPI_Comm comm;
    int rank;
} Team;

double team_sum(const Team *team, double part);
double write_result(const Team *team, double value);
#endif
