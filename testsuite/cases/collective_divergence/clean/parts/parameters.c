#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double parameters[16];

void take_parameters(int argc, char **argv)
{
    int count = 0;
    for (int i = 1; i < argc && count < 16; i++)
        if (strchr(argv[i], '=') != NULL)
            parameters[count++] = atof(strchr(argv[i], '=') + 1);
}

char *directory_of(int argc, char **argv)
{
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], "-d") == 0)
            return argv[i + 1];
    return NULL;
}
