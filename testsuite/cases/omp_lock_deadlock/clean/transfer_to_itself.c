// A transfer from an account to itself takes no lock; two different ones are taken in order.
//@ flags: -fopenmp
//@ mpi: none
#include <omp.h>
#include <stdio.h>

#define ACCOUNTS 3

static struct {
    int balance;
    omp_lock_t lock;
} account[ACCOUNTS];

static void transfer(int from, int to, int amount)
{
    if (from == to)
        return;
    int first = from < to ? from : to, second = from < to ? to : from;
    omp_set_lock(&account[first].lock);
    omp_set_lock(&account[second].lock);
    account[from].balance -= amount;
    account[to].balance += amount;
    omp_unset_lock(&account[second].lock);
    omp_unset_lock(&account[first].lock);
}

int main(void)
{
    const int order[6][2] = {{0, 1}, {1, 2}, {2, 0}, {1, 1}, {0, 2}, {2, 1}};
    for (int a = 0; a < ACCOUNTS; a++) {
        account[a].balance = 100;
        omp_init_lock(&account[a].lock);
    }
#pragma omp parallel for num_threads(2) schedule(dynamic)
    for (int i = 0; i < 6; i++)
        transfer(order[i][0], order[i][1], 10 + i);
    int sum = 0;
    for (int a = 0; a < ACCOUNTS; a++) {
        sum += account[a].balance;
        omp_destroy_lock(&account[a].lock);
    }
    printf("%d\n", sum);
    return 0;
}
