// A node is found by its key in a tree of local variables, and changed.
//@ why: what is stored through a pointer that a search answers is not taken to change the nodes it may have found
#include <mpi.h>

struct Node {
  Node *left, *right;
  int key, value;
};

static Node *find(Node *node, int key)
{
  while (node) {
    if (node->key == key)
      return node;
    node = key < node->key ? node->left : node->right;
  }
  return nullptr;
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  Node leaf{nullptr, nullptr, 1, 0}, root{&leaf, nullptr, 2, 0};
  find(&root, 1)->value = rank;
  if (leaf.value == 1)
    MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
