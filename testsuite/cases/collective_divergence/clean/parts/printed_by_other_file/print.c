#include "settings.h"

#include <stdio.h>

void print_settings(struct settings *settings)
{
    printf("%d steps of %g\n", settings->steps, settings->size);
}

void print_levels(int *levels, int count)
{
    for (int i = 0; i < count; i++)
        printf(" %d", levels[i]);
    printf("\n");
}

void note(struct settings *settings, int number)
{
    printf("%d of %d\n", number, settings->steps);
}
