// Inside of a team the books are kept under a lock, which is taken twice: to look, and to write.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static omp_lock_t lock;
static long current, counted;

static size_t size_of(const size_t *block)
{
    return block[0];
}

static size_t *resize(size_t *block, size_t size)
{
    int shared = omp_in_parallel();
    if (shared)
        omp_set_lock(&lock);
    size_t before = size_of(block);
    counted++;
    if (shared)
        omp_unset_lock(&lock);
    if (size == before)
        return block;
    size_t *other = realloc(block, size);
    if (other == NULL)
        return NULL;
    if (shared)
        omp_set_lock(&lock);
    current += (long)size - (long)before;
    if (shared)
        omp_unset_lock(&lock);
    other[0] = size;
    return other;
}

int main(void)
{
    omp_init_lock(&lock);
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 32; i++) {
        size_t *block = malloc(16);
        if (block == NULL)
            continue;
        block[0] = 16;
        size_t *larger = resize(block, 16 + (size_t)i * 8);
        free(larger != NULL ? larger : block);
    }
    omp_destroy_lock(&lock);
    printf("%ld bytes, %ld calls\n", current, counted);
    return 0;
}
