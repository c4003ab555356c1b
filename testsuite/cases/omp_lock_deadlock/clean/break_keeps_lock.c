// The search unlocks the list, then breaks out of the loop.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

#define N 12

struct list {
    int value[N];
    omp_lock_t lock;
};

static int find(struct list *list, int wanted)
{
    int found = -1;
    for (int i = 0; i < N; i++) {
        omp_set_lock(&list->lock);
        if (list->value[i] == wanted) {
            found = i;
            omp_unset_lock(&list->lock);
            break;
        }
        omp_unset_lock(&list->lock);
    }
    return found;
}

int main(void)
{
    struct list list;
    int position[4];
    for (int i = 0; i < N; i++)
        list.value[i] = 3 * i;
    omp_init_lock(&list.lock);
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num();
        position[me] = find(&list, 9 + 3 * me);
    }
    omp_destroy_lock(&list.lock);
    printf("%d %d\n", position[0], position[3]);
    return 0;
}
