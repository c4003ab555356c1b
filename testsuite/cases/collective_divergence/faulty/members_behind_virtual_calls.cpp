// The rank is a member of an object whose virtual functions are called on the way; none of them writes it.
// What other files derive from the class only the whole program shows.
//@ levels: -O0
#include <mpi.h>
#include <cstdio>
#include <initializer_list>

class Model {
public:
    explicit Model(MPI_Comm comm) : comm_(comm)
    {
        MPI_Comm_rank(comm, &rank_);
    }
    virtual ~Model() = default;
    virtual void advance(double step) = 0;
    double time() const { return time_; }

    void run(int steps)
    {
        for (int i = 0; i < steps; i++)
            advance(0.5);
        if (rank_ > 1)
            MPI_Allreduce(MPI_IN_PLACE, &time_, 1, MPI_DOUBLE, MPI_MAX, comm_); //~ collective_divergence
    }

protected:
    double time_ = 0.0;

private:
    MPI_Comm comm_;
    int rank_ = 0;
};

class Explicit final : public Model {
public:
    using Model::Model;
    void advance(double step) override { time_ += step; }
};

class Implicit final : public Model {
public:
    using Model::Model;
    void advance(double step) override { time_ += 2 * step, iterations_++; }

private:
    int iterations_ = 0;
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    Explicit coarse(MPI_COMM_WORLD);
    Implicit fine(MPI_COMM_WORLD);
    for (Model *model : {static_cast<Model *>(&coarse), static_cast<Model *>(&fine)})
        model->advance(0.25);
    fine.run(3);
    std::printf("%g %g\n", coarse.time(), fine.time());
    MPI_Finalize();
    return 0;
}
