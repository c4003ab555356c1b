// The operator is a global variable that another file sets.
//@ files: parts/operator_in_other_file/settings.c
#include <mpi.h>

extern MPI_Op norm_operator;
void settings_load(MPI_Comm comm);

int main(int argc, char **argv)
{
    double local = 1.0, global = 0.0;
    MPI_Init(&argc, &argv);
    settings_load(MPI_COMM_WORLD);
    MPI_Allreduce(&local, &global, 1, MPI_DOUBLE, norm_operator, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
