#include "lock.h"
#include <pthread.h>

static pthread_mutex_t gates[4] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

void communication_lock(int thread)
{
    pthread_mutex_lock(&gates[thread % 4]);
}

void communication_unlock(int thread)
{
    pthread_mutex_unlock(&gates[thread % 4]);
}
