// scale() shares its loop among the team, and the first thread is busy elsewhere.
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
#pragma omp for schedule(guided) //~ omp_worksharing_divergence
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
        if (omp_get_thread_num() == 0)
            std::cout << "scaling\n";
        else
            pressure.scale(1.5);
    }
    std::cout << pressure.last() << '\n';
    return 0;
}
