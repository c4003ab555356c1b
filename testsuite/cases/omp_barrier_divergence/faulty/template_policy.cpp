// The policy is chosen by thread: one instance of the template waits, the other does not.
//@ flags: -fopenmp
//@ mpi: none
#include <cstdio>
#include <omp.h>

struct Synchronous {
    static void finish()
    {
#pragma omp barrier //~ omp_barrier_divergence
    }
};

struct Asynchronous {
    static void finish() {}
};

template <typename Policy> void update(int &cell)
{
    cell += 1;
    Policy::finish();
}

int main()
{
    int cells[4] = {0, 0, 0, 0};
#pragma omp parallel num_threads(4)
    {
        const int me = omp_get_thread_num();
        const bool boundary = me == 0 || me == 3;
        if (boundary)
            update<Synchronous>(cells[me]);
        else
            update<Asynchronous>(cells[me]);
    }
    std::printf("%d\n", cells[0] + cells[1] + cells[2] + cells[3]);
    return 0;
}
