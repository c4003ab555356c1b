#include "registry.hpp"

namespace {

struct Entry {
    const char *name;
    bool in_parallel;
};

Entry entries[8];
int entries_count;

}  // namespace

bool Registry::add(const char *name, bool in_parallel)
{
    entries[entries_count].name = name;
    entries[entries_count].in_parallel = in_parallel;
    return ++entries_count < 8;
}

int Registry::count() { return entries_count; }

bool Registry::in_parallel(int index) { return entries[index].in_parallel; }
