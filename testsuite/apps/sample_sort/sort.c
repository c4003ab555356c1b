/* sort.c - the steps of the sort, one after the other */
#include <stdio.h>
#include <stdlib.h>

#include "sort.h"

/* Collective.  0 on all ranks, or -1 on all ranks. */
int sample_sort(struct keys *keys, const struct sort_config *config,
		struct sort_stats *stats, MPI_Comm comm)
{
	struct keys received = { NULL, 0, 0 };
	sort_key_t *splitters;
	int rank, size, ok, everywhere;
	int result = -1;

	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &size);
	stats->rounds = 0;
	stats->moved = 0;

	keys_order(keys);
	if (size == 1)
		return 0;

	splitters = calloc((size_t)size, sizeof(*splitters));
	ok = splitters != NULL;
	MPI_Allreduce(&ok, &everywhere, 1, MPI_INT, MPI_LAND, comm);
	if (!everywhere)
		goto out;

	if (choose_splitters(keys, config, splitters, comm))
		goto out;
	if (exchange(keys, splitters, config, &received, stats, comm))
		goto out;
	keys_order(&received);
	if (config->verbose && rank == 0)
		printf("rank 0 has %zu keys before balancing\n", received.count);
	if (balance(&received, comm))
		goto out;

	keys_release(keys);
	*keys = received;
	received.at = NULL;
	result = 0;
out:
	free(received.at);
	free(splitters);
	return result;
}
