/* keys.c - arrays of keys, and sorting those of one rank */
#include <stdlib.h>
#include <string.h>

#include "sort.h"

int keys_reserve(struct keys *keys, size_t capacity)
{
	sort_key_t *grown;

	if (capacity <= keys->capacity)
		return 0;
	grown = realloc(keys->at, capacity * sizeof(*grown));
	if (!grown)
		return -1;
	keys->at = grown;
	keys->capacity = capacity;
	return 0;
}

void keys_release(struct keys *keys)
{
	free(keys->at);
	memset(keys, 0, sizeof(*keys));
}

/*
 * Radix sort, eight bits at a time: stable, and without the callback that
 * makes qsort() slow.  Falls back to qsort() when there is no memory for the
 * second array.
 */
static int compare(const void *left, const void *right)
{
	sort_key_t a = *(const sort_key_t *)left;
	sort_key_t b = *(const sort_key_t *)right;

	return a < b ? -1 : a > b;
}

void keys_order(struct keys *keys)
{
	sort_key_t *from = keys->at;
	sort_key_t *to;
	int shift;

	if (keys->count < 2)
		return;
	to = malloc(keys->count * sizeof(*to));
	if (!to) {
		qsort(keys->at, keys->count, sizeof(*keys->at), compare);
		return;
	}
	for (shift = 0; shift < 64; shift += 8) {
		size_t start[257] = { 0 };
		sort_key_t *swap;
		size_t i;

		for (i = 0; i < keys->count; i++)
			start[((from[i] >> shift) & 0xff) + 1]++;
		for (i = 0; i < 256; i++)
			start[i + 1] += start[i];
		for (i = 0; i < keys->count; i++)
			to[start[(from[i] >> shift) & 0xff]++] = from[i];
		swap = from;
		from = to;
		to = swap;
	}
	/* Eight passes: the result is back in keys->at. */
	free(to);
}

/* Number of keys below the limit; the keys are in order. */
size_t keys_lower_bound(const struct keys *keys, sort_key_t limit)
{
	size_t low = 0, high = keys->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (keys->at[middle] < limit)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}
