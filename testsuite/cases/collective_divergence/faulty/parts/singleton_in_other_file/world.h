#pragma once
#include <mpi.h>

class World {
public:
    static World &get();
    int rank() const;
    int size() const;
    void sum(double *values, int n) const;

private:
    World();
    int rank_ = 0, size_ = 1;
};
