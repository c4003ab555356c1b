// refine() is written for the whole team and called by it.
//@ flags: -fopenmp
//@ mpi: none
#include <iostream>
#include <vector>

class Mesh {
public:
    explicit Mesh(int cells) : level_(cells, 0) {}
    void refine()
    {
#pragma omp for
        for (int c = 0; c < static_cast<int>(level_.size()); ++c)
            level_[c] += c % 2;
    }
    int depth() const
    {
        int sum = 0;
        for (int l : level_)
            sum += l;
        return sum;
    }

private:
    std::vector<int> level_;
};

int main()
{
    Mesh mesh(10);
    int depth = 0;
#pragma omp parallel num_threads(4)
    {
        mesh.refine();
#pragma omp single
        depth = mesh.depth();
    }
    std::cout << depth << '\n';
    return 0;
}
