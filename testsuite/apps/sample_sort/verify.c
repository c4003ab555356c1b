/* verify.c - is it sorted, and are they the same keys? */
#include "verify.h"

void fingerprint_take(struct fingerprint *print, const struct keys *keys,
		      MPI_Comm comm)
{
	unsigned long long mine[3] = { keys->count, 0, 0 };
	unsigned long long all[3];
	size_t i;

	for (i = 0; i < keys->count; i++) {
		mine[1] += keys->at[i];
		mine[2] += (keys->at[i] ^ (keys->at[i] >> 29)) * 0x2545f4914f6cdd1du;
	}
	MPI_Allreduce(mine, all, 3, MPI_UNSIGNED_LONG_LONG, MPI_SUM, comm);
	print->count = all[0];
	print->sum = all[1];
	print->mixed = all[2];
}

int fingerprint_equal(const struct fingerprint *a, const struct fingerprint *b)
{
	return a->count == b->count && a->sum == b->sum && a->mixed == b->mixed;
}

/*
 * The largest key of all lower ranks comes by a scan, so that ranks without
 * keys need no special case.
 */
int verify_order(const struct keys *keys, MPI_Comm comm)
{
	sort_key_t highest = keys->count ? keys->at[keys->count - 1] : 0;
	sort_key_t before = 0;
	int ordered = 1, everywhere = 0;
	int rank;
	size_t i;

	MPI_Comm_rank(comm, &rank);
	for (i = 1; i < keys->count; i++)
		if (keys->at[i - 1] > keys->at[i])
			ordered = 0;
	MPI_Exscan(&highest, &before, 1, MPI_SORT_KEY, MPI_MAX, comm);
	if (rank > 0 && keys->count && before > keys->at[0])
		ordered = 0;
	MPI_Allreduce(&ordered, &everywhere, 1, MPI_INT, MPI_LAND, comm);
	return everywhere;
}

sort_key_t key_of_position(const struct keys *keys, long long position,
			   MPI_Comm comm)
{
	long long count = (long long)keys->count;
	long long end = 0;
	sort_key_t mine = 0, key = 0;

	MPI_Scan(&count, &end, 1, MPI_LONG_LONG, MPI_SUM, comm);
	if (position < end && position >= end - count)
		mine = keys->at[position - (end - count)];
	MPI_Allreduce(&mine, &key, 1, MPI_SORT_KEY, MPI_MAX, comm);
	return key;
}
