// Each module fills a structure of function pointers; the core calls what is there.
//@ files: parts/plugin_structure/plugin.h parts/plugin_structure/trace.c parts/plugin_structure/core.c
#include "parts/plugin_structure/plugin.h"

int main(int argc, char **argv)
{
    struct plugin plugin = { 0, 0 };
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc > 0)
        trace_load(&plugin);
    core_run(&plugin, 2);
    MPI_Finalize();
    return 0;
}
