// A C++ program over a library in C.
//@ files: parts/c_library_of_cpp/timer.c
#include <mpi.h>

extern "C" {
double timer_elapsed(void);
void timer_report(double seconds);
}

class Section {
public:
    explicit Section(bool reported) : reported_(reported), start_(timer_elapsed()) {}
    ~Section()
    {
        if (reported_)
            timer_report(timer_elapsed() - start_);
    }

private:
    bool reported_;
    double start_;
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    {
        Section section(argc > 0);
    }
    MPI_Finalize();
    return 0;
}
