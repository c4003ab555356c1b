// The visitor's lambda waits for the team before anybody enters the critical section.
//@ flags: -fopenmp
//@ mpi: none
#include <iostream>
#include <omp.h>
#include <vector>

template <typename Visitor> void visit_locked(int value, std::vector<int> &list, Visitor visit)
{
    visit(value);
#pragma omp critical(list)
    {
        list.push_back(value);
    }
}

int main()
{
    std::vector<int> list;
    int largest = 0;
    auto remember = [&](int value) {
#pragma omp critical(largest)
        largest = value > largest ? value : largest;
#pragma omp barrier
    };
#pragma omp parallel num_threads(3)
    visit_locked(omp_get_thread_num() * 5, list, remember);
    std::cout << list.size() << ' ' << largest << '\n';
    return 0;
}
