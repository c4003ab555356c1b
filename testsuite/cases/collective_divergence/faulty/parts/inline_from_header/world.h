#pragma once
#include <mpi.h>

struct World {
    int rank = 0, size = 1;
    World()
    {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Comm_size(MPI_COMM_WORLD, &size);
    }
};

inline bool is_root(const World &world) { return world.rank == 0; }
inline bool is_parallel(const World &world) { return world.size > 1; }
inline void synchronise(const World &world)
{
    if (is_parallel(world))
        MPI_Barrier(MPI_COMM_WORLD); //~ collective_divergence
}
