// The world is a singleton with its methods in another file.
//@ files: parts/singleton_in_other_file/world.h parts/singleton_in_other_file/world.cpp
#include "parts/singleton_in_other_file/world.h"

static void balance(double *load)
{
    World &world = World::get();
    if (world.size() == 1)
        return;
    world.sum(load, 2);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    double load[2] = { 1.0, 3.0 };
    balance(load);
    MPI_Finalize();
    return 0;
}
