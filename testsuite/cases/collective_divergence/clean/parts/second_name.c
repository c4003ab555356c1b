// A library whose functions have a name for users, which a tool may replace, and one for the library.
#include <mpi.h>

int lib_Sync(MPI_Comm comm);
#pragma weak lib_Sync = plib_Sync

int plib_Sync(MPI_Comm comm) { return MPI_Barrier(comm); }
