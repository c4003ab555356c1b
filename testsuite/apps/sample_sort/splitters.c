/* splitters.c - size - 1 keys that cut the sequence into about equal parts */
#include <stdlib.h>

#include "sort.h"

/*
 * Regular samples of the ordered keys of this rank.  A rank without keys sends
 * the largest key there is, which moves no splitter down.
 */
static void take_samples(const struct keys *mine, sort_key_t *samples, int count)
{
	int i;

	for (i = 0; i < count; i++) {
		size_t at = mine->count * (size_t)(2 * i + 1) / (size_t)(2 * count);

		samples[i] = mine->count ? mine->at[at] : SORT_KEY_MAX;
	}
}

/* Collective.  0 on all ranks, or -1 on all ranks. */
int choose_splitters(const struct keys *mine, const struct sort_config *config,
		     sort_key_t *splitters, MPI_Comm comm)
{
	struct keys all = { NULL, 0, 0 };
	sort_key_t *samples;
	int rank, size, per_rank, i;
	int ok, everywhere;

	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &size);
	per_rank = config->oversample * size;

	samples = malloc((size_t)per_rank * sizeof(*samples));
	ok = samples != NULL;
	if (rank == 0 && keys_reserve(&all, (size_t)per_rank * (size_t)size))
		ok = 0;
	MPI_Allreduce(&ok, &everywhere, 1, MPI_INT, MPI_LAND, comm);
	if (!everywhere)
		goto out;

	take_samples(mine, samples, per_rank);
	MPI_Gather(samples, per_rank, MPI_SORT_KEY, all.at, per_rank,
		   MPI_SORT_KEY, 0, comm);
	if (rank == 0) {
		all.count = (size_t)per_rank * (size_t)size;
		keys_order(&all);
		for (i = 1; i < size; i++)
			splitters[i - 1] = all.at[(size_t)i * (size_t)per_rank];
	}
	MPI_Bcast(splitters, size - 1, MPI_SORT_KEY, 0, comm);
out:
	free(samples);
	keys_release(&all);
	return everywhere ? 0 : -1;
}
