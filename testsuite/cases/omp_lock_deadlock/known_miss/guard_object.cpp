// Two guards of the same lock in one call chain: the second constructor waits for the first object.
//@ flags: -fopenmp
//@ why: the lock is reached through a reference kept in an object, and which lock that is, is not followed
//@ mpi: none
#include <iostream>
#include <omp.h>
#include <vector>

class Lock {
public:
    Lock() { omp_init_lock(&lock_); }
    ~Lock() { omp_destroy_lock(&lock_); }
    Lock(const Lock &) = delete;
    Lock &operator=(const Lock &) = delete;
    void lock()
    {
        omp_set_lock(&lock_);
    }
    void unlock() { omp_unset_lock(&lock_); }

private:
    omp_lock_t lock_;
};

class Guard {
public:
    explicit Guard(Lock &lock) : lock_(lock) { lock_.lock(); }
    ~Guard() { lock_.unlock(); }

private:
    Lock &lock_;
};

static Lock list_lock;
static std::vector<int> list;

static int size()
{
    Guard guard(list_lock);
    return static_cast<int>(list.size());
}

static void append()
{
    Guard guard(list_lock);
    list.push_back(size());
}

int main()
{
#pragma omp parallel for num_threads(3)
    for (int i = 0; i < 6; ++i)
        append();
    std::cout << list.size() << ' ' << list.back() << '\n';
    return 0;
}
