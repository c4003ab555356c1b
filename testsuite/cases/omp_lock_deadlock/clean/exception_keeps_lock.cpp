// The lock is unset in the handler and the exception thrown on.
//@ flags: -fopenmp
//@ mpi: none
#include <iostream>
#include <omp.h>
#include <stdexcept>

class Budget {
public:
    explicit Budget(int money) : money_(money) { omp_init_lock(&lock_); }
    ~Budget() { omp_destroy_lock(&lock_); }
    Budget(const Budget &) = delete;
    Budget &operator=(const Budget &) = delete;

    void spend(int amount)
    {
        omp_set_lock(&lock_);
        try {
            take(amount);
        } catch (...) {
            omp_unset_lock(&lock_);
            throw;
        }
        omp_unset_lock(&lock_);
    }
    int money() const { return money_; }

private:
    void take(int amount)
    {
        if (amount > money_)
            throw std::runtime_error("no money left");
        money_ -= amount;
    }
    int money_;
    omp_lock_t lock_;
};

int main()
{
    Budget budget(50);
    int refused = 0;
#pragma omp parallel for num_threads(4) reduction(+ : refused)
    for (int i = 0; i < 8; ++i) {
        try {
            budget.spend(10);
        } catch (const std::exception &) {
            ++refused;
        }
    }
    std::cout << budget.money() << ' ' << refused << '\n';
    return 0;
}
