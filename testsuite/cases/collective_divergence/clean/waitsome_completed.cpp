// As many reductions as messages came in at once.
#include <mpi.h>
#include <vector>

class Inbox {
public:
    Inbox(int senders, MPI_Comm comm) : values_(senders), requests_(senders)
    {
        for (int s = 0; s < senders; s++)
            MPI_Irecv(&values_[s], 1, MPI_INT, s, 0, comm, &requests_[s]);
    }
    int complete()
    {
        int completed = 0;
        std::vector<int> indices(requests_.size() + 1);
        MPI_Waitsome(static_cast<int>(requests_.size()), requests_.data(), &completed, indices.data(),
                     MPI_STATUSES_IGNORE);
        return completed == MPI_UNDEFINED ? 0 : completed;
    }
    int size() const { return static_cast<int>(values_.size()); }

private:
    std::vector<int> values_;
    std::vector<MPI_Request> requests_;
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    Inbox inbox(rank, MPI_COMM_WORLD);
    for (int other = rank + 1; other < size; other++)
        MPI_Send(&rank, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
    int open = inbox.size();
    while (open > 0) {
        const int completed = inbox.complete();
        open -= completed;
    }
    int left = open, sum = 0;
    MPI_Allreduce(&left, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
