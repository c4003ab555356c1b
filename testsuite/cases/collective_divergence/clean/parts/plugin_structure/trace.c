#include "plugin.h"

static void trace_begin(int step)
{
    (void)step;
}

static void trace_end(int step)
{
    int slowest = 0;
    MPI_Reduce(&step, &slowest, 1, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
}

void trace_load(struct plugin *plugin)
{
    plugin->begin = trace_begin;
    plugin->end = trace_end;
}
