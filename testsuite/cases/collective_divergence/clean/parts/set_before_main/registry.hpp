// Solvers that files of their own add before main.
#pragma once

struct Registry {
    static bool add(const char *name, bool in_parallel);
    static int count();
    static bool in_parallel(int index);
};
