#pragma once
#include <mpi.h>
enum { SERVER_SOLVE, SERVER_EXIT };
int server_begin(MPI_Comm comm);
int server_solve(double *all, int n);
int server_end(void);
