/* main.c - sample_sort: sort numbers on many ranks and check the result */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "sort.h"
#include "verify.h"

struct arguments {
	long long total;
	enum pattern pattern;
	struct sort_config config;
	const char *input;
};

static const char usage[] =
	"usage: sample_sort [-n KEYS] [-s OVERSAMPLE] [-m KEYS_PER_MESSAGE] [-v]\n"
	"                   [-f FILE | -p random|equal|descending|skewed]\n";

static long long number(const char *text, long long least)
{
	char *end;
	long long value = strtoll(text, &end, 10);

	return *text && !*end && value >= least ? value : -1;
}

static int pattern_of(const char *name, enum pattern *pattern)
{
	static const char *const names[] = { "random", "equal", "descending", "skewed" };
	int i;

	for (i = 0; i < 4; i++) {
		if (strcmp(name, names[i]) == 0) {
			*pattern = (enum pattern)i;
			return 0;
		}
	}
	return -1;
}

/* Every rank parses the same words, so all come to the same answer. */
static int parse(struct arguments *arguments, int argc, char **argv)
{
	long long value;
	int i;

	arguments->total = 100000;
	arguments->pattern = PATTERN_RANDOM;
	arguments->config = (struct sort_config){ 8, 4096, 0 };
	arguments->input = NULL;
	for (i = 1; i < argc; i++) {
		if (strcmp(argv[i], "-v") == 0) {
			arguments->config.verbose = 1;
			continue;
		}
		if (i + 1 == argc)
			return -1;
		if (strcmp(argv[i], "-f") == 0) {
			arguments->input = argv[++i];
			continue;
		}
		if (strcmp(argv[i], "-p") == 0) {
			if (pattern_of(argv[++i], &arguments->pattern))
				return -1;
			continue;
		}
		value = number(argv[i + 1], strcmp(argv[i], "-n") == 0 ? 0 : 1);
		if (value < 0)
			return -1;
		if (strcmp(argv[i], "-n") == 0)
			arguments->total = value;
		else if (strcmp(argv[i], "-s") == 0 && value <= 1000)
			arguments->config.oversample = (int)value;
		else if (strcmp(argv[i], "-m") == 0)
			arguments->config.chunk = (size_t)value;
		else
			return -1;
		i++;
	}
	return 0;
}

/* Collective.  Three keys of the result say more about it than "sorted". */
static void print_result(const struct keys *keys, const struct fingerprint *print,
			 const struct sort_stats *stats, int verbose, MPI_Comm comm)
{
	long long total = (long long)print->count;
	sort_key_t key[3] = { 0, 0, 0 };
	int rank, i;

	MPI_Comm_rank(comm, &rank);
	if (total > 0) {
		for (i = 0; i < 3; i++)
			key[i] = key_of_position(keys, (total - 1) * i / 2, comm);
	}
	if (rank != 0)
		return;
	printf("sorted %llu keys, fingerprint %016llx\n", print->count, print->mixed);
	printf("least %" PRIu64 ", median %" PRIu64 ", greatest %" PRIu64 "\n",
	       key[0], key[1], key[2]);
	if (verbose)
		printf("%lld keys moved in %d rounds\n", stats->moved, stats->rounds);
}

static int run(const struct arguments *arguments, MPI_Comm comm)
{
	struct keys keys = { NULL, 0, 0 };
	struct fingerprint before, after;
	struct sort_stats stats;
	int rank, failed;

	MPI_Comm_rank(comm, &rank);
	if (arguments->input)
		failed = input_read(&keys, arguments->input, comm);
	else
		failed = input_generate(&keys, arguments->total,
					arguments->pattern, comm);
	if (failed)
		goto out;

	fingerprint_take(&before, &keys, comm);
	failed = sample_sort(&keys, &arguments->config, &stats, comm);
	if (failed)
		goto out;

	fingerprint_take(&after, &keys, comm);
	if (!fingerprint_equal(&before, &after)) {
		if (rank == 0)
			fprintf(stderr, "sample_sort: keys were lost or invented\n");
		failed = -1;
	} else if (!verify_order(&keys, comm)) {
		if (rank == 0)
			fprintf(stderr, "sample_sort: the result is not in order\n");
		failed = -1;
	} else {
		print_result(&keys, &after, &stats, arguments->config.verbose, comm);
	}
out:
	keys_release(&keys);
	return failed;
}

int main(int argc, char **argv)
{
	struct arguments arguments;
	int rank, failed;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	failed = parse(&arguments, argc, argv);
	if (failed) {
		if (rank == 0)
			fputs(usage, stderr);
	} else {
		failed = run(&arguments, MPI_COMM_WORLD);
	}
	MPI_Finalize();
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
