// Work stealing: who has nothing left asks the next; the end is found with a reduction.
#include <mpi.h>

struct queue {
    int jobs[16];
    int head, tail;
};

static void fill(struct queue *queue, int jobs)
{
    queue->head = queue->tail = 0;
    for (int job = 0; job < jobs; job++)
        queue->jobs[queue->tail++] = job * job;
}

static int empty(const struct queue *queue)
{
    return queue->head == queue->tail;
}

int main(int argc, char **argv)
{
    struct queue queue;
    int rank, done = 0, all_done = 0, result = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    fill(&queue, 2 + 3 * rank);
    while (!all_done) {
        if (!empty(&queue))
            result += queue.jobs[queue.head++];
        done = empty(&queue);
        if (done)
            break;
        MPI_Allreduce(&done, &all_done, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD); //~ collective_divergence
    }
    MPI_Finalize();
    return result < 0;
}
