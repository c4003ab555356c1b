// Every thread comes to one barrier, through one of two functions.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

static int fed, eaten;

static void feed(void)
{
    fed = 6;
#pragma omp barrier
}

static void eat(void)
{
#pragma omp barrier
#pragma omp atomic
    eaten += fed;
}

int main(void)
{
#pragma omp parallel num_threads(4)
    {
        if (omp_get_thread_num() == 0)
            feed();
        else
            eat();
    }
    printf("%d\n", eaten);
    return 0;
}
