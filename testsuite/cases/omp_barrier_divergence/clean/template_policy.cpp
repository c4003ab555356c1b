// The policy is chosen once for the team.
//@ flags: -fopenmp
//@ mpi: none
#include <cstdio>
#include <omp.h>

struct Synchronous {
    static void finish()
    {
#pragma omp barrier
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

int main(int argc, char **)
{
    int cells[4] = {0, 0, 0, 0};
    const bool boundary = argc < 5;
#pragma omp parallel num_threads(4)
    {
        const int me = omp_get_thread_num();
        if (boundary)
            update<Synchronous>(cells[me]);
        else
            update<Asynchronous>(cells[me]);
    }
    std::printf("%d\n", cells[0] + cells[1] + cells[2] + cells[3]);
    return 0;
}
