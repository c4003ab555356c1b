#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: heat2d [-r ROWS] [-c COLUMNS] [-n STEPS] [-k CHECK_EVERY] [-t TOLERANCE]\n"
    "              [-d DIFFUSION] [-p] [-v] [-o CHECKPOINT] [-i RESTART]\n";

static void set_defaults(struct options *options) {
    memset(options, 0, sizeof *options);
    options->rows = 48;
    options->columns = 64;
    options->steps = 400;
    options->check_every = 10;
    options->tolerance = 1e-3;
    options->diffusion = 0.24;
}

/* Numbers are read to the end of their word: "12x" is an error and not 12. */
static int read_int(const char *text, int minimum, int *value) {
    char *end = NULL;
    long number = strtol(text, &end, 10);
    if (end == text || *end != '\0' || number < minimum || number > 1000000)
        return 0;
    *value = (int)number;
    return 1;
}

static int read_double(const char *text, double maximum, double *value) {
    char *end = NULL;
    double number = strtod(text, &end);
    if (end == text || *end != '\0' || !(number > 0.0) || number > maximum)
        return 0;
    *value = number;
    return 1;
}

static int read_path(const char *text, char *path) {
    if (strlen(text) >= PATH_LIMIT)
        return 0;
    strcpy(path, text);
    return 1;
}

/* One option with its argument. 0: not understood. */
static int read_option(struct options *options, char letter, const char *argument) {
    switch (letter) {
    case 'r': return read_int(argument, 1, &options->rows);
    case 'c': return read_int(argument, 1, &options->columns);
    case 'n': return read_int(argument, 0, &options->steps);
    case 'k': return read_int(argument, 1, &options->check_every);
    case 't': return read_double(argument, 1e3, &options->tolerance);
    case 'd': return read_double(argument, 0.25, &options->diffusion);
    case 'o': return read_path(argument, options->checkpoint);
    case 'i': return read_path(argument, options->restart);
    default: return 0;
    }
}

static enum status parse(struct options *options, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (strcmp(word, "-h") == 0) {
            fputs(usage, stdout);
            return STATUS_HELP;
        }
        if (strcmp(word, "-p") == 0) {
            options->periodic = 1;
        } else if (strcmp(word, "-v") == 0) {
            options->verbose = 1;
        } else if (word[0] == '-' && word[1] != '\0' && word[2] == '\0' && i + 1 < argc) {
            if (!read_option(options, word[1], argv[++i])) {
                fprintf(stderr, "heat2d: %s %s is not understood\n%s", word, argv[i], usage);
                return STATUS_USAGE;
            }
        } else {
            fprintf(stderr, "heat2d: %s is not understood\n%s", word, usage);
            return STATUS_USAGE;
        }
    }
    return STATUS_OK;
}

enum status options_read(struct options *options, int argc, char **argv, MPI_Comm comm) {
    int rank;
    int status = STATUS_OK;

    MPI_Comm_rank(comm, &rank);
    set_defaults(options);
    if (rank == 0)
        status = parse(options, argc, argv);
    MPI_Bcast(&status, 1, MPI_INT, 0, comm);
    if (status != STATUS_OK)
        return (enum status)status;

    MPI_Bcast(&options->rows, 1, MPI_INT, 0, comm);
    MPI_Bcast(&options->columns, 1, MPI_INT, 0, comm);
    MPI_Bcast(&options->steps, 1, MPI_INT, 0, comm);
    MPI_Bcast(&options->check_every, 1, MPI_INT, 0, comm);
    MPI_Bcast(&options->tolerance, 1, MPI_DOUBLE, 0, comm);
    MPI_Bcast(&options->diffusion, 1, MPI_DOUBLE, 0, comm);
    MPI_Bcast(&options->periodic, 1, MPI_INT, 0, comm);
    MPI_Bcast(&options->verbose, 1, MPI_INT, 0, comm);
    MPI_Bcast(options->checkpoint, PATH_LIMIT, MPI_CHAR, 0, comm);
    MPI_Bcast(options->restart, PATH_LIMIT, MPI_CHAR, 0, comm);
    return STATUS_OK;
}
