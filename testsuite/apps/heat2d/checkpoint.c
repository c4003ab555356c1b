#include "checkpoint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC "HEAT2D1"

/* 32 bytes before the temperatures, which follow row by row. */
struct header {
    char magic[8];
    int rows, columns;
    int steps;
    int reserved[3];
};

/* Shows this rank its interior of the grid in the file, and describes its interior in memory. */
static void describe(const struct domain *domain, MPI_Datatype *in_file, MPI_Datatype *in_memory) {
    int allocated[2] = {domain->local[0] + 2, domain_pitch(domain)};
    int inset[2] = {1, 1};
    MPI_Type_create_subarray(2, domain->global, domain->local, domain->start, MPI_ORDER_C,
                             MPI_DOUBLE, in_file);
    MPI_Type_create_subarray(2, allocated, domain->local, inset, MPI_ORDER_C, MPI_DOUBLE,
                             in_memory);
    MPI_Type_commit(in_file);
    MPI_Type_commit(in_memory);
}

static enum status open_file(MPI_Comm comm, const char *path, int mode, MPI_File *file) {
    int failed = MPI_File_open(comm, path, mode, MPI_INFO_NULL, file) != MPI_SUCCESS;
    return agree(comm, failed ? STATUS_FILE : STATUS_OK);
}

/* Not collective: rank 0 does it. */
static enum status write_header(MPI_File file, const struct domain *domain, int steps) {
    struct header header = {MAGIC, domain->global[0], domain->global[1], steps, {0}};
    if (MPI_File_write_at(file, 0, &header, (int)sizeof header, MPI_BYTE, MPI_STATUS_IGNORE) !=
        MPI_SUCCESS)
        return STATUS_FILE;
    return STATUS_OK;
}

/* Not collective: rank 0 does it. */
static enum status read_header(MPI_File file, const struct domain *domain, int *steps) {
    struct header header;
    MPI_Status status;
    int bytes = 0;

    memset(&header, 0, sizeof header);
    if (MPI_File_read_at(file, 0, &header, (int)sizeof header, MPI_BYTE, &status) != MPI_SUCCESS)
        return STATUS_FILE;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    if (bytes != (int)sizeof header || memcmp(header.magic, MAGIC, sizeof MAGIC) != 0)
        return STATUS_FORMAT;
    if (header.rows != domain->global[0] || header.columns != domain->global[1])
        return STATUS_FORMAT;
    *steps = header.steps;
    return STATUS_OK;
}

enum status checkpoint_write(const struct field *field, const char *path, int steps) {
    const struct domain *domain = field->domain;
    MPI_File file;
    MPI_Datatype in_file, in_memory;
    enum status status;
    int rank;

    status = open_file(domain->comm, path, MPI_MODE_CREATE | MPI_MODE_WRONLY, &file);
    if (status != STATUS_OK)
        return status;
    MPI_Comm_rank(domain->comm, &rank);
    describe(domain, &in_file, &in_memory);

    if (rank == 0)
        status = write_header(file, domain, steps);
    MPI_File_set_view(file, (MPI_Offset)sizeof(struct header), MPI_DOUBLE, in_file, "native",
                      MPI_INFO_NULL);
    if (MPI_File_write_all(file, field->now, 1, in_memory, MPI_STATUS_IGNORE) != MPI_SUCCESS)
        status = STATUS_FILE;

    if (MPI_File_close(&file) != MPI_SUCCESS)
        status = STATUS_FILE;
    MPI_Type_free(&in_file);
    MPI_Type_free(&in_memory);
    return agree(domain->comm, status);
}

enum status checkpoint_read(struct field *field, const char *path, int *steps) {
    const struct domain *domain = field->domain;
    MPI_File file;
    MPI_Datatype in_file, in_memory;
    int answer[2] = {STATUS_OK, 0};
    int rank;
    enum status status;

    status = open_file(domain->comm, path, MPI_MODE_RDONLY, &file);
    if (status != STATUS_OK)
        return status;

    MPI_Comm_rank(domain->comm, &rank);
    if (rank == 0)
        answer[0] = read_header(file, domain, &answer[1]);
    MPI_Bcast(answer, 2, MPI_INT, 0, domain->comm);
    if (answer[0] != STATUS_OK) {
        MPI_File_close(&file);
        return (enum status)answer[0];
    }
    *steps = answer[1];

    describe(domain, &in_file, &in_memory);
    MPI_File_set_view(file, (MPI_Offset)sizeof(struct header), MPI_DOUBLE, in_file, "native",
                      MPI_INFO_NULL);
    if (MPI_File_read_all(file, field->now, 1, in_memory, MPI_STATUS_IGNORE) != MPI_SUCCESS)
        status = STATUS_FILE;
    MPI_File_close(&file);
    MPI_Type_free(&in_file);
    MPI_Type_free(&in_memory);
    return agree(domain->comm, status);
}
