#include "plugin.h"

void core_run(const struct plugin *plugin, int steps)
{
    for (int step = 0; step < steps; step++) {
        if (plugin->begin)
            plugin->begin(step);
        if (plugin->end)
            plugin->end(step);
    }
}
