// Barriers under conditions that are the same for the whole team.
//@ flags: -fopenmp
//@ mpi: none
//@ args: 3
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static int verbose, sweeps;

static int rounds_of(int threads)
{
    int rounds = 0;
    while (threads > 1) {
        threads = (threads + 1) / 2;
        rounds++;
    }
    return rounds;
}

int main(int argc, char **argv)
{
    int sum[4] = {1, 2, 3, 4};
    int asked = argc > 1 ? atoi(argv[1]) : 1;
    verbose = getenv("NEVER_SET_BY_ANYBODY") != NULL;
#pragma omp parallel num_threads(4) firstprivate(asked)
    {
        int me = omp_get_thread_num(), team = omp_get_num_threads();
        for (int s = 0; s < asked; s++) {
#pragma omp atomic
            sweeps++;
#pragma omp barrier
        }
        if (verbose) {
#pragma omp barrier
        }
        for (int round = 0, reach = 1; round < rounds_of(team); round++, reach *= 2) {
            if (me % (2 * reach) == 0 && me + reach < team)
                sum[me] += sum[me + reach];
#pragma omp barrier
        }
        if (omp_in_parallel() && omp_get_level() == 1) {
#pragma omp barrier
        }
    }
    printf("%d %d\n", sum[0], sweeps);
    return 0;
}
