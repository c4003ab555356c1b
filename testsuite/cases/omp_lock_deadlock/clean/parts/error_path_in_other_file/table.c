#include "table.h"
#include <omp.h>

static omp_lock_t lock;
static int keys[16], used;

void table_open(void)
{
    omp_init_lock(&lock);
}

void table_close(void)
{
    omp_destroy_lock(&lock);
}

int table_insert(int key)
{
    int status = 0;
    omp_set_lock(&lock);
    for (int i = 0; i < used; i++) {
        if (keys[i] == key) {
            status = -1;
            goto done;
        }
    }
    keys[used++] = key;
done:
    omp_unset_lock(&lock);
    return status;
}
