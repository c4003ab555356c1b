/* Checkpoints: one file for all ranks, the same bytes whatever the number of ranks. */
#ifndef HEAT2D_CHECKPOINT_H
#define HEAT2D_CHECKPOINT_H

#include "field.h"

/* Both are collective over the domain's communicator and give all ranks the same answer. */
enum status checkpoint_write(const struct field *field, const char *path, int steps);
enum status checkpoint_read(struct field *field, const char *path, int *steps);

#endif
