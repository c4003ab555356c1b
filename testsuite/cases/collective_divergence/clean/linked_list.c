// One collective per node of a list on the heap.
#include <mpi.h>
#include <stdlib.h>

struct node {
    int weight;
    struct node *next;
};

static struct node *push(struct node *head, int weight)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        MPI_Abort(MPI_COMM_WORLD, 1);
    node->weight = weight;
    node->next = head;
    return node;
}

int main(int argc, char **argv)
{
    struct node *list = NULL;
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i <= size; i++)
        list = push(list, i);
    while (list != NULL) {
        struct node *next = list->next;
        int heaviest;
        MPI_Allreduce(&list->weight, &heaviest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        free(list);
        list = next;
    }
    MPI_Finalize();
    return 0;
}
