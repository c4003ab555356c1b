// Buffers are made by functions that fill them at once, and change hands: what stands in them is each rank's own.
//@ static: none
#include <mpi.h>

#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

struct Buffer {
    int* data;
    int count;
};

static void copy_of(Buffer* made, const int* from, int count) {
    made->data = static_cast<int*>(std::malloc(count * sizeof(int)));
    std::memcpy(made->data, from, count * sizeof(int));
    made->count = count;
}

static int* twice(const int* from, int count) {
    int* made = static_cast<int*>(std::malloc(count * sizeof(int)));
    std::memcpy(made, from, count * sizeof(int));
    return made;
}

static void hold_copy(Buffer* made, const int* from, int count) {
    made->data = twice(from, count);
    made->count = count;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::vector<int> own(4), none(4);
    for (int i = 0; i < 4; ++i) own[i] = rank;
    Buffer first, second;
    copy_of(&first, own.data(), 4);
    hold_copy(&second, first.data, first.count);
    none.swap(own);
    const int which = argc % 4;
    if (first.data[which] + second.data[which] + none[which] == 0) MPI_Barrier(MPI_COMM_WORLD);
    std::free(first.data);
    std::free(second.data);
    MPI_Finalize();
    return 0;
}
