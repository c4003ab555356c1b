#include <stdlib.h>
#include <string.h>

int stages_in(const char *text)
{
    const char *colon = strchr(text, ':');
    return colon ? atoi(colon + 1) : 1;
}
