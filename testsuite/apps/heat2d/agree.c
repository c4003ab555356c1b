#include "agree.h"

enum status agree(MPI_Comm comm, enum status mine) {
    int local = (int)mine;
    int worst = 0;
    MPI_Allreduce(&local, &worst, 1, MPI_INT, MPI_MAX, comm);
    return (enum status)worst;
}

const char *status_text(enum status status) {
    switch (status) {
    case STATUS_OK: return "no error";
    case STATUS_USAGE: return "the command line makes no sense";
    case STATUS_HELP: return "help was asked for";
    case STATUS_GRID: return "the grid is too small for this many ranks";
    case STATUS_MEMORY: return "out of memory";
    case STATUS_FILE: return "a file could not be opened, read or written";
    case STATUS_FORMAT: return "the checkpoint does not fit this run";
    }
    return "unknown error";
}
