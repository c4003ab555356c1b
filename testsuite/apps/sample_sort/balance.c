/*
 * balance.c - give every rank the same number of keys, in order
 *
 * Sampling leaves parts of different length.  The position of a key in the
 * whole sequence says who should have it; neighbours in rank may be far apart
 * when many keys are equal, so this is an Alltoallv as well.
 */
#include <stdlib.h>

#include "sort.h"

/* First position of the whole sequence that belongs to this rank. */
static long long first_of(long long total, int size, int rank)
{
	long long share = total / size;
	long long rest = total % size;

	return share * rank + (rank < rest ? rank : rest);
}

static long long overlap(long long a_first, long long a_end,
			 long long b_first, long long b_end)
{
	long long first = a_first > b_first ? a_first : b_first;
	long long end = a_end < b_end ? a_end : b_end;

	return end > first ? end - first : 0;
}

/* Collective.  0 on all ranks, or -1 on all ranks. */
int balance(struct keys *keys, MPI_Comm comm)
{
	struct keys mine = { NULL, 0, 0 };
	long long count = (long long)keys->count;
	long long before = 0, total = 0, first, end;
	int *out = NULL;
	int rank, size, r, ok, everywhere;
	int out_at = 0, in_at = 0;

	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &size);
	MPI_Exscan(&count, &before, 1, MPI_LONG_LONG, MPI_SUM, comm);
	if (rank == 0)
		before = 0;	/* Exscan leaves it undefined there */
	MPI_Allreduce(&count, &total, 1, MPI_LONG_LONG, MPI_SUM, comm);
	first = first_of(total, size, rank);
	end = first_of(total, size, rank + 1);

	out = calloc(4 * (size_t)size, sizeof(*out));
	ok = out && keys_reserve(&mine, (size_t)(end - first)) == 0;
	MPI_Allreduce(&ok, &everywhere, 1, MPI_INT, MPI_LAND, comm);
	if (!everywhere)
		goto out;

	/* What I have for r, then what r has for me. */
	for (r = 0; r < size; r++) {
		out[r] = (int)overlap(before, before + count,
				      first_of(total, size, r),
				      first_of(total, size, r + 1));
		out[size + r] = out_at;
		out_at += out[r];
	}
	MPI_Alltoall(out, 1, MPI_INT, out + 2 * size, 1, MPI_INT, comm);
	for (r = 0; r < size; r++) {
		out[3 * size + r] = in_at;
		in_at += out[2 * size + r];
	}
	MPI_Alltoallv(keys->at, out, out + size, MPI_SORT_KEY, mine.at,
		      out + 2 * size, out + 3 * size, MPI_SORT_KEY, comm);
	mine.count = (size_t)in_at;
	keys_release(keys);
	*keys = mine;
	mine.at = NULL;
out:
	free(out);
	free(mine.at);
	return everywhere ? 0 : -1;
}
