// A class takes a private communicator; whoever does not need one takes it all the same.
#include <mpi.h>

class Channel {
public:
    Channel(MPI_Comm parent, bool used) : used_(used)
    {
        if (!used_)
            return;
        MPI_Info info;
        MPI_Info_create(&info);
        MPI_Info_set(info, "purpose", "output");
        MPI_Comm_dup_with_info(parent, info, &comm_); //~ collective_divergence
        MPI_Info_free(&info);
    }
    ~Channel()
    {
        if (comm_ != MPI_COMM_NULL)
            MPI_Comm_free(&comm_);
    }
    bool used() const { return used_; }

private:
    MPI_Comm comm_ = MPI_COMM_NULL;
    bool used_;
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    {
        Channel output(MPI_COMM_WORLD, rank == 0);
    }
    MPI_Finalize();
    return 0;
}
