/* verify.h - is it sorted, and are they the same keys? */
#ifndef SAMPLE_SORT_VERIFY_H
#define SAMPLE_SORT_VERIFY_H

#include "sort.h"

/* Says the same for the same keys in any order on any number of ranks. */
struct fingerprint {
	unsigned long long count;
	unsigned long long sum;
	unsigned long long mixed;
};

/* Collective. */
void fingerprint_take(struct fingerprint *print, const struct keys *keys,
		      MPI_Comm comm);
int fingerprint_equal(const struct fingerprint *a, const struct fingerprint *b);

/* Collective; 1 on all ranks when the whole sequence is in order. */
int verify_order(const struct keys *keys, MPI_Comm comm);

/* Key number `position` of the sorted sequence, on all ranks; collective. */
sort_key_t key_of_position(const struct keys *keys, long long position,
			   MPI_Comm comm);

#endif
