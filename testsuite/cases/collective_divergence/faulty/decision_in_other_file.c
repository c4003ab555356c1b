// Who writes is decided in a file that asks a third one for the rank.
//@ files: parts/decision_in_other_file/writer.c parts/decision_in_other_file/process.c
#include <mpi.h>

int is_writer(void);
int is_verbose(int argc);

static void write_field(const double *field, int n)
{
    double all[64];
    MPI_Gather(field, n, MPI_DOUBLE, all, n, MPI_DOUBLE, 0, MPI_COMM_WORLD); //~ collective_divergence
}

int main(int argc, char **argv)
{
    double field[4] = { 1, 2, 3, 4 };
    MPI_Init(&argc, &argv);
    if (is_writer())
        write_field(field, 4);
    MPI_Finalize();
    return 0;
}
