/* input.c - where the keys come from: a generator, or a file of numbers */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"

/*
 * Key number i of the sequence.  A mix of its position and not a running
 * generator, so that the sequence is the same for every number of ranks.
 */
static sort_key_t mix(uint64_t i)
{
	i += 0x9e3779b97f4a7c15u;
	i = (i ^ (i >> 30)) * 0xbf58476d1ce4e5b9u;
	i = (i ^ (i >> 27)) * 0x94d049bb133111ebu;
	return (i ^ (i >> 31)) & SORT_KEY_MAX;
}

static sort_key_t key_at(long long i, long long total, enum pattern pattern)
{
	switch (pattern) {
	case PATTERN_EQUAL:
		return 42;
	case PATTERN_DESCENDING:
		return (sort_key_t)(total - i);
	case PATTERN_SKEWED:
		/* Most keys are small: the samples of all ranks look alike. */
		return mix((uint64_t)i) >> (mix((uint64_t)i + 1) % 56);
	case PATTERN_RANDOM:
		break;
	}
	return mix((uint64_t)i);
}

int input_generate(struct keys *keys, long long total, enum pattern pattern,
		   MPI_Comm comm)
{
	long long count, first, i;
	int rank, size, ok, everywhere;

	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &size);
	count = total / size + (rank < total % size ? 1 : 0);
	first = 0;
	MPI_Exscan(&count, &first, 1, MPI_LONG_LONG, MPI_SUM, comm);
	if (rank == 0)
		first = 0;

	ok = keys_reserve(keys, (size_t)count) == 0;
	MPI_Allreduce(&ok, &everywhere, 1, MPI_INT, MPI_LAND, comm);
	if (!everywhere)
		return -1;
	for (i = 0; i < count; i++)
		keys->at[i] = key_at(first + i, total, pattern);
	keys->count = (size_t)count;
	return 0;
}

/* Not collective: rank 0 does it.  Number of keys, or -1. */
static long long load(struct keys *keys, const char *path)
{
	FILE *file = fopen(path, "r");
	uint64_t value;
	int got;

	if (!file) {
		perror(path);
		return -1;
	}
	while ((got = fscanf(file, "%" SCNu64, &value)) == 1) {
		if (value > SORT_KEY_MAX)
			break;
		if (keys->count == keys->capacity &&
		    keys_reserve(keys, 2 * keys->capacity + 64))
			break;
		keys->at[keys->count++] = value;
	}
	if (got != EOF)
		fprintf(stderr, "%s: cannot be read after %zu keys\n", path, keys->count);
	fclose(file);
	return got == EOF ? (long long)keys->count : -1;
}

/* What every rank gets of total keys, as Scatterv wants it. */
static void shares(int total, int size, int *counts, int *starts)
{
	int r, start = 0;

	for (r = 0; r < size; r++) {
		counts[r] = total / size + (r < total % size ? 1 : 0);
		starts[r] = start;
		start += counts[r];
	}
}

int input_read(struct keys *keys, const char *path, MPI_Comm comm)
{
	struct keys all = { NULL, 0, 0 };
	long long total = 0;
	int *counts;
	int rank, size, ok, everywhere;

	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &size);
	if (rank == 0)
		total = load(&all, path);
	MPI_Bcast(&total, 1, MPI_LONG_LONG, 0, comm);
	if (total < 0) {
		keys_release(&all);
		return -1;
	}

	counts = calloc(2 * (size_t)size, sizeof(*counts));
	ok = counts && keys_reserve(keys, (size_t)(total / size + 1)) == 0;
	MPI_Allreduce(&ok, &everywhere, 1, MPI_INT, MPI_LAND, comm);
	if (everywhere) {
		shares((int)total, size, counts, counts + size);
		MPI_Scatterv(all.at, counts, counts + size, MPI_SORT_KEY,
			     keys->at, counts[rank], MPI_SORT_KEY, 0, comm);
		keys->count = (size_t)counts[rank];
	}
	free(counts);
	keys_release(&all);
	return everywhere ? 0 : -1;
}
