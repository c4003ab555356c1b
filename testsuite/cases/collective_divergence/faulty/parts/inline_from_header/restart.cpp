#include "world.h"

void write_restart(bool wanted);

void write_restart(bool wanted)
{
    if (!wanted)
        return;
    World world;
    synchronise(world);
}
