// Settings hold the name of a file and a flag behind it. Opening the file on one rank reads the name, and
// leaves the flag alone.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

struct settings {
    char log_name[32];
    int steps;
    int with_summary;
};

static void set_up(struct settings *settings)
{
    strcpy(settings->log_name, "no/such/folder/log.txt");
    settings->steps = 3;
    settings->with_summary = 1;
}

static void note(struct settings *settings, int rank, const char *text)
{
    FILE *log;
    if (rank != 0)
        return;
    log = fopen(settings->log_name, "a");
    if (log == NULL)
        log = stderr;
    fprintf(log, "%s\n", text);
    if (log != stderr)
        fclose(log);
}

int main(int argc, char **argv)
{
    struct settings settings;
    int rank, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    set_up(&settings);
    note(&settings, rank, "start");
    if (settings.with_summary)
        MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    note(&settings, rank, "end");
    if (rank == 0)
        printf("%d steps, sum %d\n", settings.steps, sum);
    MPI_Finalize();
    return 0;
}
