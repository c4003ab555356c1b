// Both halves of the team meet a single construct, but not the same one.
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
        if (omp_get_thread_num() < 2) {
#pragma omp single //~ omp_worksharing_divergence
            reads++;
        } else {
#pragma omp single //~ omp_worksharing_divergence
            writes++;
        }
    }
    printf("%d %d\n", reads, writes);
    return 0;
}
