// The error path of the table, in another file, leaves its lock set.
//@ flags: -fopenmp
//@ mpi: none
//@ files: parts/error_path_in_other_file/table.c parts/error_path_in_other_file/table.h
#include "parts/error_path_in_other_file/table.h"
#include <stdio.h>

int main(void)
{
    int refused = 0;
    table_open();
#pragma omp parallel for num_threads(3) reduction(+ : refused)
    for (int key = 0; key < 9; key++)
        refused += table_insert(key % 5) != 0;
    table_close();
    printf("%d refused\n", refused);
    return 0;
}
