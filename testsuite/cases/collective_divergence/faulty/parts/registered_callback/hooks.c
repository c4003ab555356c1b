#include <stddef.h>

typedef void hook(int event);
void hooks_register(hook *function);
void hooks_raise(int event);

static hook *registered;

void hooks_register(hook *function)
{
    registered = function;
}

void hooks_raise(int event)
{
    if (registered != NULL)
        registered(event);
}
