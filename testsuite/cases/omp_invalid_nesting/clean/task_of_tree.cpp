// A task per subtree; the leaves are counted with an atomic update.
//@ flags: -fopenmp
//@ mpi: none
#include <iostream>
#include <memory>

struct Node {
    std::unique_ptr<Node> left, right;
    static std::unique_ptr<Node> build(int depth)
    {
        auto node = std::make_unique<Node>();
        if (depth > 0) {
            node->left = build(depth - 1);
            node->right = build(depth - 1);
        }
        return node;
    }
};

static int leaves;

static void count_leaf()
{
#pragma omp atomic
    ++leaves;
}

static void walk(const Node *node)
{
    if (!node->left && !node->right) {
        count_leaf();
        return;
    }
#pragma omp task
    walk(node->left.get());
#pragma omp task
    walk(node->right.get());
#pragma omp taskwait
}

int main()
{
    const auto root = Node::build(3);
#pragma omp parallel num_threads(3)
#pragma omp single
    walk(root.get());
    std::cout << leaves << '\n';
    return 0;
}
