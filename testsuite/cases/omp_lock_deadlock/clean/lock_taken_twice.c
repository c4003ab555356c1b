// A nestable lock may be taken again by the thread that holds it.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

static omp_nest_lock_t account_lock;
static int balance;

static void deposit(int amount)
{
    omp_set_nest_lock(&account_lock);
    balance += amount;
    omp_unset_nest_lock(&account_lock);
}

int main(void)
{
    omp_init_nest_lock(&account_lock);
#pragma omp parallel num_threads(4)
    {
        omp_set_nest_lock(&account_lock);
        if (balance < 1000)
            deposit(10);
        omp_unset_nest_lock(&account_lock);
    }
    omp_destroy_nest_lock(&account_lock);
    printf("%d\n", balance);
    return 0;
}
