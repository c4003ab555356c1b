// The insertion goes down the tree recursively, and every level enters the same critical section.
//@ flags: -fopenmp
//@ mpi: none
#include <cstdio>
#include <memory>

template <typename Key> struct Tree {
    struct Node {
        Key key;
        std::unique_ptr<Node> child[2];
    };
    std::unique_ptr<Node> root;
    int size = 0;

    void insert(std::unique_ptr<Node> &place, Key key)
    {
#pragma omp critical(tree) //~ omp_lock_deadlock
        {
            if (!place) {
                place.reset(new Node{key, {}});
                ++size;
            } else if (key != place->key) {
                insert(place->child[key > place->key], key);
            }
        }
    }
};

int main()
{
    Tree<int> tree;
#pragma omp parallel for num_threads(3)
    for (int i = 0; i < 10; ++i) {
        tree.insert(tree.root, (i * 7) % 10);
    }
    std::printf("%d\n", tree.size);
    return 0;
}
