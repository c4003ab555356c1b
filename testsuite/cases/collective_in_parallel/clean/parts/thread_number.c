#include <omp.h>

int my_thread(void);

int my_thread(void)
{
    return omp_get_thread_num();
}
