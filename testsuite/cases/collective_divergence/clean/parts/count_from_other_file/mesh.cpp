#include "mesh.h"

void Mesh::fill(int first, int cells, int stride)
{
    for (int id = first; id < cells && count_ < 32; id += stride)
        ids_[count_++] = id;
}

int Mesh::cells() const { return count_; }
