// Is this process in the group of the writers? MPI_Group_translate_ranks answers, differently to each.
#include <mpi.h>
#include <vector>

class Writers {
public:
    explicit Writers(std::vector<int> members)
    {
        MPI_Group world;
        MPI_Comm_group(MPI_COMM_WORLD, &world);
        MPI_Group_incl(world, static_cast<int>(members.size()), members.data(), &group_);
        int rank = 0, place = MPI_UNDEFINED;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Group_translate_ranks(world, 1, &rank, group_, &place);
        member_ = place != MPI_UNDEFINED;
        MPI_Group_size(group_, &size_);
        MPI_Group_free(&world);
    }
    ~Writers() { MPI_Group_free(&group_); }
    bool member() const { return member_; }
    int size() const { return size_; }

private:
    MPI_Group group_ = MPI_GROUP_NULL;
    bool member_ = false;
    int size_ = 0;
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    {
        const Writers writers({ 0, 2 });
        double block = 1.0, sum = 0.0;
        if (writers.size() > 1)
            MPI_Allreduce(&block, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
