/* One program with many small MPI jobs, chosen by name: `scenarios NAME faulty|clean`. The faulty form of
 * each would hang (or is erroneous by the standard), the clean form is its correct twin. */
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORLD MPI_COMM_WORLD

static int rank, size, faulty;

/* True on rank 1 of the faulty form. */
static int part(void) { return faulty && rank == 1; }

static void skipped_barrier(void) {
    if (!part())
        MPI_Barrier(WORLD);
}

static void different_collectives(void) {
    int in = rank, out = 0;
    if (part())
        MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, WORLD);
    else
        MPI_Barrier(WORLD);
    if (part())
        MPI_Barrier(WORLD);
    else
        MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, WORLD);
}

static void nonblocking_is_not_blocking(void) {
    MPI_Request request;
    if (part()) {
        MPI_Ibarrier(WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Barrier(WORLD);
    }
}

static void nonblocking_skipped(void) {
    MPI_Request request;
    if (part())
        return;
    MPI_Ibarrier(WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void nonblocking_order(void) {
    MPI_Request requests[2];
    int value = 7, in = 1, out = 0;
    if (part()) {
        MPI_Iallreduce(&in, &out, 1, MPI_INT, MPI_SUM, WORLD, &requests[0]);
        MPI_Ibcast(&value, 1, MPI_INT, 0, WORLD, &requests[1]);
    } else {
        MPI_Ibcast(&value, 1, MPI_INT, 0, WORLD, &requests[0]);
        MPI_Iallreduce(&in, &out, 1, MPI_INT, MPI_SUM, WORLD, &requests[1]);
    }
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void different_root(void) {
    int value = rank;
    MPI_Bcast(&value, 1, MPI_INT, part() ? 1 : 0, WORLD);
}

static void different_operator(void) {
    int in = rank, out = 0;
    MPI_Allreduce(&in, &out, 1, MPI_INT, part() ? MPI_MAX : MPI_SUM, WORLD);
}

static void different_count(void) {
    int values[4] = {0};
    MPI_Bcast(values, part() ? 2 : 4, MPI_INT, 0, WORLD);
}

static void sum_of_doubles(void *in, void *inout, int *count, MPI_Datatype *type) {
    (void)type;
    for (int index = 0; index < *count; index++)
        ((double *)inout)[index] += ((double *)in)[index];
}

/* The same bytes described by different datatypes, operators and buffers of the program's own. */
static void same_bytes(void) {
    MPI_Datatype pair;
    MPI_Op op;
    double in[4] = {1, 2, 3, 4}, out[4];
    MPI_Type_contiguous(2, MPI_DOUBLE, &pair);
    MPI_Type_commit(&pair);
    MPI_Op_create(sum_of_doubles, 1, &op);
    if (rank % 2)
        MPI_Bcast(in, 2, pair, 0, WORLD);
    else
        MPI_Bcast(in, 4, MPI_DOUBLE, 0, WORLD);
    MPI_Allreduce(in, out, 4, MPI_DOUBLE, op, WORLD);
    MPI_Allreduce(MPI_IN_PLACE, out, 4, MPI_DOUBLE, op, WORLD);
    double *all = calloc((size_t)size, sizeof in);
    MPI_Gather(in, rank % 2 ? 2 : 4, rank % 2 ? pair : MPI_DOUBLE, rank ? NULL : all, rank ? 0 : 4,
               rank ? MPI_DATATYPE_NULL : MPI_DOUBLE, 0, WORLD);
    MPI_Scatter(all, 4, MPI_DOUBLE, rank ? (void *)in : MPI_IN_PLACE, 4, MPI_DOUBLE, 0, WORLD);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 4, MPI_DOUBLE, WORLD);
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 4, MPI_DOUBLE, WORLD);
    int *counts = calloc((size_t)size, sizeof *counts), *offsets = calloc((size_t)size, sizeof *offsets);
    for (int other = 0; other < size; other++) {
        counts[other] = other;
        offsets[other] = other * 2;
    }
    MPI_Allgatherv(in, rank, MPI_DOUBLE, all, counts, offsets, MPI_DOUBLE, WORLD);
    MPI_Gatherv(in, rank, MPI_DOUBLE, all, counts, offsets, MPI_DOUBLE, 0, WORLD);
    MPI_Scatterv(all, counts, offsets, MPI_DOUBLE, out, rank, MPI_DOUBLE, 0, WORLD);
    MPI_Reduce_scatter(all, out, counts, MPI_DOUBLE, MPI_SUM, WORLD);
    MPI_Scan(in, out, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    MPI_Reduce(in, out, 1, MPI_DOUBLE, MPI_SUM, size - 1, WORLD);
    if (faulty)
        MPI_Bcast(in, part() ? 1 : 2, pair, 0, WORLD);
    MPI_Op_free(&op);
    MPI_Type_free(&pair);
    free(all), free(counts), free(offsets);
}

static void leaves_by_exit(void) {
    if (part())
        exit(3);
    MPI_Barrier(WORLD);
}

static void leaves_by_quick_exit(void) {
    if (part())
        quick_exit(3);
    MPI_Barrier(WORLD);
}

static void finalizes_early(void) {
    MPI_Comm sub;
    MPI_Comm_split(WORLD, 0, rank, &sub);
    if (part()) {
        MPI_Finalize();
        exit(0);
    }
    MPI_Barrier(sub);
    MPI_Comm_free(&sub);
}

static void sub_communicator(void) {
    MPI_Comm sub;
    int sub_rank;
    MPI_Comm_split(WORLD, rank % 2, -rank, &sub);
    MPI_Comm_set_name(sub, "halves");
    MPI_Comm_rank(sub, &sub_rank);
    if (rank % 2 == 0)
        MPI_Barrier(sub);
    if (rank % 2 == 1 && !part())
        MPI_Barrier(sub);
    MPI_Comm_free(&sub);
}

static void only_some_in_sub(void) {
    MPI_Comm sub;
    MPI_Comm_split(WORLD, rank == 0 ? MPI_UNDEFINED : 1, rank, &sub);
    if (sub != MPI_COMM_NULL) {
        for (int turn = 0; turn < 10; turn++)
            MPI_Barrier(sub);
        if (!part())
            MPI_Barrier(sub);
        MPI_Comm_free(&sub);
    }
    MPI_Barrier(WORLD);
}

static void intercommunicator(void) {
    MPI_Comm half, inter, merged;
    int in = rank, out = 0;
    MPI_Comm_split(WORLD, rank % 2, rank, &half);
    MPI_Intercomm_create(half, 0, WORLD, rank % 2 ? 0 : 1, 5, &inter);
    MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, inter);
    int root = rank % 2 ? 0 : (rank == 0 ? MPI_ROOT : MPI_PROC_NULL);
    MPI_Bcast(&in, 1, MPI_INT, root, inter);
    MPI_Intercomm_merge(inter, rank % 2, &merged);
    MPI_Barrier(merged);
    if (!part())
        MPI_Barrier(inter);
    else
        MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, inter);
    MPI_Comm_free(&merged);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

/* Two groups exchange data, but for one rank, which is in a collective of all. */
static void groups_and_all(void) {
    MPI_Comm half, inter;
    int in = rank, out = 0, all[4];
    MPI_Comm_split(WORLD, rank % 2, rank, &half);
    MPI_Intercomm_create(half, 0, WORLD, rank % 2 ? 0 : 1, 5, &inter);
    MPI_Allgather(&in, 1, MPI_INT, all, 1, MPI_INT, inter);
    /* The root does without the others of its group. */
    int root = rank % 2 == 0 ? 0 : (rank == 1 ? MPI_ROOT : MPI_PROC_NULL);
    if (rank == 3)
        MPI_Recv(&out, 1, MPI_INT, 1, 0, WORLD, MPI_STATUS_IGNORE);
    MPI_Reduce(&in, &out, 1, MPI_INT, MPI_SUM, root, inter);
    if (rank == 1)
        MPI_Send(&out, 1, MPI_INT, 3, 0, WORLD);
    if (!part())
        MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, inter);
    MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, WORLD);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

/* One group waits for its root in the other one, which is in a collective of all. */
static void root_of_other_group(void) {
    MPI_Comm half, inter;
    int in = rank, root;
    MPI_Comm_split(WORLD, rank % 2, rank, &half);
    MPI_Intercomm_create(half, 0, WORLD, rank % 2 ? 0 : 1, 5, &inter);
    root = rank % 2 == 0 ? 0 : (rank == 1 ? MPI_ROOT : MPI_PROC_NULL);
    if (part())
        MPI_Barrier(WORLD);
    MPI_Bcast(&in, 1, MPI_INT, root, inter);
    if (!part())
        MPI_Barrier(WORLD);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

/* Two communicators of the same ranks, used in different orders by different ranks. */
static void cycle(void) {
    MPI_Comm first, second;
    MPI_Comm_dup(WORLD, &first);
    MPI_Comm_dup(WORLD, &second);
    MPI_Barrier(part() ? second : first);
    MPI_Barrier(part() ? first : second);
    MPI_Comm_free(&first);
    MPI_Comm_free(&second);
}

/* Non-blocking collectives on different communicators may be begun in any order. */
static void any_order_of_communicators(void) {
    MPI_Comm first, second;
    MPI_Request requests[2];
    MPI_Comm_dup(WORLD, &first);
    MPI_Comm_dup(WORLD, &second);
    for (int turn = 0; turn < 20; turn++) {
        MPI_Ibarrier(rank % 2 ? first : second, &requests[0]);
        MPI_Ibarrier(rank % 2 ? second : first, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    if (!part())
        MPI_Barrier(second);
    MPI_Comm_free(&first);
    MPI_Comm_free(&second);
}

static void many_communicators(void) {
    for (int turn = 0; turn < 20; turn++) {
        MPI_Comm dup, sub;
        MPI_Comm_dup(WORLD, &dup);
        MPI_Comm_split(dup, (rank + turn) % 2, rank, &sub);
        MPI_Barrier(sub);
        MPI_Barrier(dup);
        MPI_Comm_free(&sub);
        MPI_Comm_free(&dup);
    }
    skipped_barrier();
}

static void idup(void) {
    MPI_Comm dup;
    MPI_Request request;
    MPI_Comm_idup(WORLD, &dup, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(dup);
    if (!part())
        MPI_Barrier(dup);
    MPI_Comm_free(&dup);
}

static void create_group(void) {
    MPI_Group all, some;
    MPI_Comm sub = MPI_COMM_NULL;
    int first = 0;
    MPI_Comm_group(WORLD, &all);
    MPI_Group_excl(all, 1, &first, &some);
    if (rank > 0)
        MPI_Comm_create_group(WORLD, some, 3, &sub);
    if (rank > 0 && !part())
        MPI_Barrier(sub);
    if (rank > 0)
        MPI_Comm_free(&sub);
    MPI_Comm_create(WORLD, some, &sub);
    if (sub != MPI_COMM_NULL) {
        MPI_Barrier(sub);
        MPI_Comm_free(&sub);
    }
    MPI_Group_free(&some);
    MPI_Group_free(&all);
}

static void topology(void) {
    int dims[1] = {size}, periods[1] = {1}, keep[1] = {1}, in = rank, out[2];
    MPI_Comm ring, line;
    MPI_Cart_create(WORLD, 1, dims, periods, 0, &ring);
    MPI_Neighbor_allgather(&in, 1, MPI_INT, out, 1, MPI_INT, ring);
    MPI_Cart_sub(ring, keep, &line);
    if (part())
        MPI_Barrier(line);
    else
        MPI_Neighbor_allgather(&in, 1, MPI_INT, out, 1, MPI_INT, line);
    MPI_Comm_free(&line);
    MPI_Comm_free(&ring);
}

static void window(void) {
    int memory[4] = {0};
    MPI_Win win;
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(&rank, 1, MPI_INT, size - 1, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    if (part())
        MPI_Barrier(WORLD);
    else
        MPI_Win_fence(0, win);
    if (!part())
        MPI_Barrier(WORLD);
    if (part())
        MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

static void file(void) {
    MPI_File handle;
    char name[64], data[8] = "1234567";
    int base = (int)getppid();
    MPI_Bcast(&base, 1, MPI_INT, 0, WORLD);
    snprintf(name, sizeof name, "lockstep-test-%d.bin", base);
    MPI_File_open(WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &handle);
    MPI_File_set_view(handle, 0, MPI_CHAR, MPI_CHAR, "native", MPI_INFO_NULL);
    MPI_File_write_at_all(handle, rank * 8, data, 8, MPI_CHAR, MPI_STATUS_IGNORE);
    if (faulty && part()) {
        unlink(name);
        MPI_File_write_at(handle, 0, data, 8, MPI_CHAR, MPI_STATUS_IGNORE);
    } else {
        MPI_File_write_at_all(handle, rank * 8, data, 8, MPI_CHAR, MPI_STATUS_IGNORE);
    }
    MPI_File_close(&handle);
}

static void self_is_free(void) {
    MPI_Comm mine;
    MPI_Barrier(MPI_COMM_SELF);
    MPI_Comm_split(WORLD, rank, 0, &mine);
    for (int turn = 0; turn < rank; turn++)
        MPI_Barrier(mine);
    MPI_Comm_free(&mine);
    skipped_barrier();
}

/* The root is far ahead of the others: it need not wait in a broadcast. */
static void overflow(void) {
    int value = 0;
    for (int turn = 0; turn < 20000; turn++)
        MPI_Bcast(&value, 1, MPI_INT, 0, WORLD);
    skipped_barrier();
}

static void overflow_nonblocking(void) {
    enum { turns = 600 };
    MPI_Request *requests = malloc(turns * sizeof *requests);
    int value = 0;
    if (rank == 1)
        usleep(100000);
    for (int turn = 0; turn < turns; turn++)
        MPI_Ibcast(&value, 1, MPI_INT, 0, WORLD, &requests[turn]);
    MPI_Waitall(turns, requests, MPI_STATUSES_IGNORE);
    free(requests);
    skipped_barrier();
}

/* The slow rank waits for a large message of the fast one, which meanwhile fills the ring. */
static void overflow_with_message(void) {
    enum { length = 1 << 20 };
    int *data = calloc(length, sizeof *data), value = 0;
    MPI_Request request;
    if (rank == 0)
        MPI_Isend(data, length, MPI_INT, 1, 0, WORLD, &request);
    if (rank == 1) {
        usleep(50000);
        MPI_Recv(data, length, MPI_INT, 0, 0, WORLD, MPI_STATUS_IGNORE);
    }
    for (int turn = 0; turn < 1000; turn++)
        MPI_Bcast(&value, 1, MPI_INT, 0, WORLD);
    if (rank == 0)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    free(data);
    skipped_barrier();
}

static void forks(void) {
    pid_t child = fork();
    if (child == 0)
        exit(0);
    waitpid(child, NULL, 0);
    MPI_Barrier(WORLD);
    skipped_barrier();
}

static void killed(void) {
    if (part())
        raise(SIGKILL);
    MPI_Barrier(WORLD);
}

static void aborts(void) {
    if (part())
        MPI_Abort(WORLD, 7);
    MPI_Barrier(WORLD);
}

static void finalize_in_atexit(void) { MPI_Finalize(); }

static void exit_handler(void) {
    atexit(finalize_in_atexit);
    if (part())
        exit(0);
    MPI_Barrier(WORLD);
    exit(0);
}

static void *barriers(void *communicator) {
    for (int turn = 0; turn < 50; turn++)
        MPI_Barrier(*(MPI_Comm *)communicator);
    return NULL;
}

static void threads(void) {
    MPI_Comm communicators[2];
    pthread_t other;
    MPI_Comm_dup(WORLD, &communicators[0]);
    MPI_Comm_dup(WORLD, &communicators[1]);
    pthread_create(&other, NULL, barriers, &communicators[0]);
    barriers(&communicators[1]);
    pthread_join(other, NULL);
    skipped_barrier();
    MPI_Comm_free(&communicators[0]);
    MPI_Comm_free(&communicators[1]);
}

static const struct {
    const char *name;
    void (*run)(void);
} scenarios[] = {
    {"skipped_barrier", skipped_barrier},
    {"different_collectives", different_collectives},
    {"nonblocking_is_not_blocking", nonblocking_is_not_blocking},
    {"nonblocking_skipped", nonblocking_skipped},
    {"nonblocking_order", nonblocking_order},
    {"different_root", different_root},
    {"different_operator", different_operator},
    {"different_count", different_count},
    {"same_bytes", same_bytes},
    {"leaves_by_exit", leaves_by_exit},
    {"leaves_by_quick_exit", leaves_by_quick_exit},
    {"finalizes_early", finalizes_early},
    {"sub_communicator", sub_communicator},
    {"only_some_in_sub", only_some_in_sub},
    {"intercommunicator", intercommunicator},
    {"groups_and_all", groups_and_all},
    {"root_of_other_group", root_of_other_group},
    {"cycle", cycle},
    {"any_order_of_communicators", any_order_of_communicators},
    {"many_communicators", many_communicators},
    {"idup", idup},
    {"create_group", create_group},
    {"topology", topology},
    {"window", window},
    {"file", file},
    {"self_is_free", self_is_free},
    {"overflow", overflow},
    {"overflow_nonblocking", overflow_nonblocking},
    {"overflow_with_message", overflow_with_message},
    {"forks", forks},
    {"killed", killed},
    {"aborts", aborts},
    {"exit_handler", exit_handler},
    {"threads", threads},
};

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "";
    faulty = argc > 2 && strcmp(argv[2], "faulty") == 0;
    if (strcmp(name, "returns_from_main") == 0) {
        MPI_Init(&argc, &argv);
        MPI_Comm_rank(WORLD, &rank);
        if (part())
            return 0;
        MPI_Barrier(WORLD);
        MPI_Finalize();
        return 0;
    }
    int provided, wanted = strcmp(name, "threads") == 0 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE;
    MPI_Init_thread(&argc, &argv, wanted, &provided);
    MPI_Comm_rank(WORLD, &rank);
    MPI_Comm_size(WORLD, &size);
    for (size_t index = 0; index < sizeof scenarios / sizeof *scenarios; index++)
        if (strcmp(scenarios[index].name, name) == 0) {
            scenarios[index].run();
            MPI_Finalize();
            return 0;
        }
    fprintf(stderr, "no scenario %s\n", name);
    MPI_Abort(WORLD, 9);
}
