// All threads meet the same single construct; what it does is decided inside.
//@ flags: -fopenmp
//@ mpi: none
//@ repeat: 50
#include <omp.h>
#include <stdio.h>

static int reads, writes;

int main(void)
{
#pragma omp parallel num_threads(4)
    {
#pragma omp single
        {
            reads++;
            writes++;
        }
    }
    printf("%d %d\n", reads, writes);
    return 0;
}
