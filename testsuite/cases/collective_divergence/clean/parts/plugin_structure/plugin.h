#include <mpi.h>

struct plugin {
    void (*begin)(int step);
    void (*end)(int step);
};

void trace_load(struct plugin *plugin);
void core_run(const struct plugin *plugin, int steps);
