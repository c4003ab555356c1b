#include <stdio.h>

void screen_close(int lines);

static int flush(int lines)
{
    fflush(stdout);
    return lines;
}

void screen_close(int lines)
{
    if (flush(lines) == 0)
        puts("nothing written");
}
