// scale() shares its loop among the team; the first thread prints when it is done.
//@ flags: -fopenmp
//@ mpi: none
#include <iostream>
#include <omp.h>
#include <vector>

template <typename T> class Field {
public:
    explicit Field(int n) : data_(n, T(1)) {}
    void scale(T factor)
    {
#pragma omp for schedule(guided)
        for (int i = 0; i < static_cast<int>(data_.size()); ++i)
            data_[i] *= factor;
    }
    T last() const { return data_.back(); }

private:
    std::vector<T> data_;
};

int main()
{
    Field<double> pressure(25);
#pragma omp parallel num_threads(4)
    {
        pressure.scale(1.5);
        if (omp_get_thread_num() == 0)
            std::cout << "scaled\n";
    }
    std::cout << pressure.last() << '\n';
    return 0;
}
