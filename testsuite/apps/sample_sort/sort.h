/*
 * sort.h - parallel sorting by regular sampling
 *
 * Every rank starts with a part of the keys and ends with a part of the sorted
 * sequence: all keys of rank r are <= all keys of rank r + 1.
 */
#ifndef SAMPLE_SORT_H
#define SAMPLE_SORT_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t sort_key_t;
#define MPI_SORT_KEY MPI_UINT64_T
/* 63 bits: some MPI libraries take MPI_MAX of MPI_UINT64_T as if it had a sign. */
#define SORT_KEY_MAX ((sort_key_t)INT64_MAX)

/* A growable array of keys. */
struct keys {
	sort_key_t *at;
	size_t count;
	size_t capacity;
};

struct sort_config {
	int oversample;		/* samples per rank and splitter */
	size_t chunk;		/* at most this many keys per message */
	int verbose;
};

struct sort_stats {
	int rounds;		/* exchange rounds */
	long long moved;	/* keys that changed ranks, all ranks together */
};

/* keys.c */
int keys_reserve(struct keys *keys, size_t capacity);
void keys_release(struct keys *keys);
void keys_order(struct keys *keys);
size_t keys_lower_bound(const struct keys *keys, sort_key_t limit);

/* splitters.c */
int choose_splitters(const struct keys *mine, const struct sort_config *config,
		     sort_key_t *splitters, MPI_Comm comm);

/* exchange.c */
int exchange(const struct keys *mine, const sort_key_t *splitters,
	     const struct sort_config *config, struct keys *received,
	     struct sort_stats *stats, MPI_Comm comm);

/* balance.c */
int balance(struct keys *keys, MPI_Comm comm);

/* sort.c */
int sample_sort(struct keys *keys, const struct sort_config *config,
		struct sort_stats *stats, MPI_Comm comm);

#endif
