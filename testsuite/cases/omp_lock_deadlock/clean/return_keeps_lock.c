// The queue is full: the function gives the lock back and returns.
//@ flags: -fopenmp
//@ mpi: none
//@ repeat: 50
#include <omp.h>
#include <stdio.h>

#define CAPACITY 4

static omp_lock_t queue_lock;
static int queue[CAPACITY], length, refused;

static int push(int item)
{
    omp_set_lock(&queue_lock);
    if (length == CAPACITY) {
        omp_unset_lock(&queue_lock);
        return 0;
    }
    queue[length++] = item;
    omp_unset_lock(&queue_lock);
    return 1;
}

int main(void)
{
    omp_init_lock(&queue_lock);
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 12; i++) {
        if (!push(i)) {
#pragma omp atomic
            refused++;
        }
    }
    omp_destroy_lock(&queue_lock);
    printf("%d refused\n", refused);
    return 0;
}
