/*
 * exchange.c - send every key to the rank it belongs to
 *
 * MPI counts are ints and eager buffers are small, so the keys go in rounds of
 * at most config->chunk keys per pair of ranks.  All ranks do as many rounds
 * as the rank with the most to send to one partner.
 */
#include <stdlib.h>

#include "sort.h"

struct plan {
	int size;
	size_t *start;		/* first key for each rank, size + 1 of them */
	long long *outgoing;	/* keys for each rank */
	long long *incoming;	/* keys from each rank */
	int *counts;		/* four arrays for one round of Alltoallv */
};

static int plan_create(struct plan *plan, int size)
{
	size_t n = (size_t)size;

	plan->size = size;
	plan->start = calloc(n + 1, sizeof(*plan->start));
	plan->outgoing = calloc(n, sizeof(*plan->outgoing));
	plan->incoming = calloc(n, sizeof(*plan->incoming));
	plan->counts = calloc(4 * n, sizeof(*plan->counts));
	return plan->start && plan->outgoing && plan->incoming && plan->counts ? 0 : -1;
}

static void plan_release(struct plan *plan)
{
	free(plan->start);
	free(plan->outgoing);
	free(plan->incoming);
	free(plan->counts);
}

static void plan_cut(struct plan *plan, const struct keys *mine,
		     const sort_key_t *splitters)
{
	int to;

	plan->start[0] = 0;
	for (to = 1; to < plan->size; to++)
		plan->start[to] = keys_lower_bound(mine, splitters[to - 1]);
	plan->start[plan->size] = mine->count;
	for (to = 0; to < plan->size; to++)
		plan->outgoing[to] = (long long)(plan->start[to + 1] - plan->start[to]);
}

static long long largest(const long long *values, int count)
{
	long long result = 0;
	int i;

	for (i = 0; i < count; i++)
		if (values[i] > result)
			result = values[i];
	return result;
}

/* Keys of one pair that go in one round. */
static int portion(long long total, int round, size_t chunk)
{
	long long rest = total - (long long)round * (long long)chunk;

	if (rest <= 0)
		return 0;
	return (int)(rest < (long long)chunk ? rest : (long long)chunk);
}

/* One round; returns the number of keys that came in. */
static size_t exchange_round(const struct plan *plan, const struct keys *mine,
			     sort_key_t *into, int round, size_t chunk,
			     MPI_Comm comm)
{
	int *out = plan->counts;
	int *out_at = out + plan->size;
	int *in = out_at + plan->size;
	int *in_at = in + plan->size;
	int came = 0;
	int r;

	for (r = 0; r < plan->size; r++) {
		out[r] = portion(plan->outgoing[r], round, chunk);
		out_at[r] = (int)(plan->start[r] + (size_t)round * chunk);
		in[r] = portion(plan->incoming[r], round, chunk);
		in_at[r] = came;
		came += in[r];
	}
	MPI_Alltoallv(mine->at, out, out_at, MPI_SORT_KEY, into, in, in_at,
		      MPI_SORT_KEY, comm);
	return (size_t)came;
}

/* Collective.  0 on all ranks, or -1 on all ranks. */
int exchange(const struct keys *mine, const sort_key_t *splitters,
	     const struct sort_config *config, struct keys *received,
	     struct sort_stats *stats, MPI_Comm comm)
{
	struct plan plan;
	long long total = 0, moved = 0, longest, rounds, my_rounds;
	int rank, size, r, round;
	int ok, everywhere;

	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &size);
	ok = plan_create(&plan, size) == 0;
	MPI_Allreduce(&ok, &everywhere, 1, MPI_INT, MPI_LAND, comm);
	if (!everywhere)
		goto out;

	plan_cut(&plan, mine, splitters);
	MPI_Alltoall(plan.outgoing, 1, MPI_LONG_LONG, plan.incoming, 1,
		     MPI_LONG_LONG, comm);
	for (r = 0; r < size; r++) {
		total += plan.incoming[r];
		if (r != rank)
			moved += plan.outgoing[r];
	}

	/* The room has to be there on all ranks before anyone starts to send. */
	ok = keys_reserve(received, (size_t)total) == 0;
	MPI_Allreduce(&ok, &everywhere, 1, MPI_INT, MPI_LAND, comm);
	if (!everywhere)
		goto out;

	longest = largest(plan.outgoing, size);
	my_rounds = (longest + (long long)config->chunk - 1) / (long long)config->chunk;
	MPI_Allreduce(&my_rounds, &rounds, 1, MPI_LONG_LONG, MPI_MAX, comm);

	received->count = 0;
	for (round = 0; round < rounds; round++)
		received->count += exchange_round(&plan, mine,
						  received->at + received->count,
						  round, config->chunk, comm);

	stats->rounds = (int)rounds;
	MPI_Allreduce(&moved, &stats->moved, 1, MPI_LONG_LONG, MPI_SUM, comm);
out:
	plan_release(&plan);
	return everywhere ? 0 : -1;
}
