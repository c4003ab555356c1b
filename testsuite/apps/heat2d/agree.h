/* Agreement on errors.
 *
 * An error that one rank sees must become an error of all ranks before anybody leaves the common
 * path: a rank that returns alone leaves the others waiting in their next collective.
 */
#ifndef HEAT2D_AGREE_H
#define HEAT2D_AGREE_H

#include <mpi.h>

enum status {
    STATUS_OK = 0,
    STATUS_USAGE,      /* the command line makes no sense */
    STATUS_HELP,       /* the user asked for help and got it */
    STATUS_GRID,       /* the grid does not fit the ranks */
    STATUS_MEMORY,
    STATUS_FILE,       /* the file system said no */
    STATUS_FORMAT      /* a file of ours is not what it should be */
};

/* The worst status of any rank of `comm`; collective, all ranks get the same answer. */
enum status agree(MPI_Comm comm, enum status mine);

/* One line about `status` for people. */
const char *status_text(enum status status);

#endif
