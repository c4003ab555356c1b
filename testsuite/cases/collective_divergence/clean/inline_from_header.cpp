// An inline function of a header is compiled into both files; the linker keeps one of them.
//@ files: parts/inline_from_header/world.h parts/inline_from_header/restart.cpp
#include "parts/inline_from_header/world.h"

void write_restart(bool wanted);

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    World world;
    synchronise(world);
    write_restart(is_parallel(world));
    MPI_Finalize();
    return 0;
}
