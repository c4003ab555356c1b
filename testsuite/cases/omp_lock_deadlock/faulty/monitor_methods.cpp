// Every public method locks; report calls another public method with the lock set.
//@ flags: -fopenmp
//@ mpi: none
#include <cstdio>
#include <omp.h>

class Statistics {
public:
    Statistics() { omp_init_lock(&lock_); }
    ~Statistics() { omp_destroy_lock(&lock_); }
    void add(double x)
    {
        omp_set_lock(&lock_);
        sum_ += x;
        ++count_;
        omp_unset_lock(&lock_);
    }
    double mean()
    {
        omp_set_lock(&lock_); //~ omp_lock_deadlock
        double result = count_ > 0 ? sum_ / count_ : 0.0;
        omp_unset_lock(&lock_);
        return result;
    }
    void report()
    {
        omp_set_lock(&lock_);
        ++reports_;
        last_ = mean();
        omp_unset_lock(&lock_);
    }
    void print() const { std::printf("%d reports, %g\n", reports_, last_); }

private:
    omp_lock_t lock_;
    double sum_ = 0, last_ = 0;
    int count_ = 0, reports_ = 0;
};

int main()
{
    Statistics statistics;
#pragma omp parallel num_threads(3)
    {
        statistics.add(2.0);
        statistics.report();
    }
        statistics.print();
    return 0;
}
