// The writer of a file set is a member that every object computes for itself.
#include <mpi.h>

class Output {
public:
    explicit Output(MPI_Comm comm) : comm_(comm)
    {
        int rank = 0, size = 0;
        MPI_Comm_rank(comm_, &rank);
        MPI_Comm_size(comm_, &size);
        writer_ = rank - rank % 2;
    }
    void collect(int mine)
    {
        MPI_Gather(&mine, 1, MPI_INT, all_, 1, MPI_INT, writer_, comm_); //~ collective_argument_mismatch
    }

private:
    MPI_Comm comm_;
    int writer_ = 0;
    int all_[16];
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    Output output(MPI_COMM_WORLD);
    output.collect(3);
    MPI_Finalize();
}
