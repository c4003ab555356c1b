/* What OpenMP's constructs cost, after the EPCC micro-benchmarks: each construct in a loop around a short
 * piece of work.
 *
 *   clang-22 -O2 -fopenmp team_loop.c                 without Lockstep
 *   clang-22 -O2 -fopenmp team_loop.c RUNTIME         with it; LOCKSTEP_CHECK=full turns the checks on
 *   OMP_NUM_THREADS=2 a.out [TIMES [ROUNDS]]
 *
 * Prints microseconds per construct, the work included: "fork 1.20 barrier 0.40 ...", the least of all
 * rounds, as noise only adds. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static void work(void) {
    volatile double value = 1;
    for (int i = 0; i < 20; i++)
        value = value * 1.0001;
}

static void fork_join(long times) {
    for (long i = 0; i < times; i++) {
#pragma omp parallel
        work();
    }
}

static void barriers(long times) {
#pragma omp parallel
    for (long i = 0; i < times; i++) {
        work();
#pragma omp barrier
    }
}

static void singles(long times) {
#pragma omp parallel
    for (long i = 0; i < times; i++) {
#pragma omp single
        work();
    }
}

static void loops(long times) {
    int threads = omp_get_max_threads();
#pragma omp parallel
    for (long i = 0; i < times; i++) {
#pragma omp for
        for (int j = 0; j < threads; j++)
            work();
    }
}

static void dynamic_loops(long times) {
    int threads = omp_get_max_threads();
#pragma omp parallel
    for (long i = 0; i < times; i++) {
#pragma omp for schedule(dynamic)
        for (int j = 0; j < 16 * threads; j++)
            work();
    }
}

static void criticals(long times) {
#pragma omp parallel
    for (long i = 0; i < times; i++) {
#pragma omp critical
        work();
    }
}

static void reductions(long times) {
    long sum = 0;
    for (long i = 0; i < times; i++) {
#pragma omp parallel reduction(+ : sum)
        {
            work();
            sum++;
        }
    }
}

static void tasks(long times) {
#pragma omp parallel
#pragma omp single
    for (long i = 0; i < times; i++) {
#pragma omp task
        work();
        if (i % 64 == 0) {
#pragma omp taskwait
        }
    }
}

static const struct {
    const char *name;
    void (*run)(long);
} constructs[] = {
    {"fork", fork_join},         {"barrier", barriers},   {"single", singles},
    {"for", loops},              {"dynamic", dynamic_loops}, {"critical", criticals},
    {"reduction", reductions},   {"task", tasks},
};

int main(int count, char **arguments) {
    long times = count > 1 ? atol(arguments[1]) : 2000;
    int rounds = count > 2 ? atoi(arguments[2]) : 20;
    for (unsigned i = 0; i < sizeof constructs / sizeof *constructs; i++) {
        double least = 1e9;
        for (int round = 0; round < rounds; round++) {
            double start = omp_get_wtime();
            constructs[i].run(times);
            double time = (omp_get_wtime() - start) / (double)times * 1e6;
            if (time < least)
                least = time;
        }
        printf("%s %.4f ", constructs[i].name, least);
    }
    printf("\n");
    return 0;
}
