/* input.h - where the keys come from: a generator, or a file of numbers */
#ifndef SAMPLE_SORT_INPUT_H
#define SAMPLE_SORT_INPUT_H

#include "sort.h"

enum pattern { PATTERN_RANDOM, PATTERN_EQUAL, PATTERN_DESCENDING, PATTERN_SKEWED };

/* Collective.  0 on all ranks, or -1 on all ranks. */
int input_generate(struct keys *keys, long long total, enum pattern pattern,
		   MPI_Comm comm);
int input_read(struct keys *keys, const char *path, MPI_Comm comm);

#endif
