// A plain lock is taken again by the thread that holds it.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

static omp_lock_t account_lock;
static int balance;

static void deposit(int amount)
{
    omp_set_lock(&account_lock); //~ omp_lock_deadlock
    balance += amount;
    omp_unset_lock(&account_lock);
}

int main(void)
{
    omp_init_lock(&account_lock);
#pragma omp parallel num_threads(4)
    {
        omp_set_lock(&account_lock);
        if (balance < 1000)
            deposit(10);
        omp_unset_lock(&account_lock);
    }
    omp_destroy_lock(&account_lock);
    printf("%d\n", balance);
    return 0;
}
