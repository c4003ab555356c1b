// Each thread holds one lock and waits for the next one's.
// That all hold their first is waited for here, so that it happens in each run.
//@ static: none
//@ flags: -fopenmp
//@ mpi: none
//@ threads: 3
//@ says: threads wait for locks that the others of them hold
#include <omp.h>
#include <stdio.h>

#define SEATS 3

static omp_lock_t fork_of[SEATS];
static int meals[SEATS];
static int seated;

static void eat(int seat)
{
    int first = seat, second = (seat + 1) % SEATS;
    int all = 0;
    omp_set_lock(&fork_of[first]);
#pragma omp atomic
    seated++;
    while (all < SEATS) {
#pragma omp atomic read
        all = seated;
    }
    omp_set_lock(&fork_of[second]);
    meals[seat]++;
    omp_unset_lock(&fork_of[second]);
    omp_unset_lock(&fork_of[first]);
}

int main(void)
{
    for (int i = 0; i < SEATS; i++)
        omp_init_lock(&fork_of[i]);
#pragma omp parallel num_threads(SEATS)
    eat(omp_get_thread_num());
    for (int i = 0; i < SEATS; i++)
        omp_destroy_lock(&fork_of[i]);
    printf("%d\n", meals[0] + meals[1] + meals[2]);
    return 0;
}
