#include "communicator.hpp"

#include <utility>

namespace cg {

Communicator::Communicator(MPI_Comm handle, const char* name) : handle_(handle) {
    if (handle_ == MPI_COMM_NULL) return;
    MPI_Comm_rank(handle_, &rank_);
    MPI_Comm_size(handle_, &size_);
    MPI_Comm_set_name(handle_, name);
}

Communicator Communicator::duplicate(MPI_Comm from, const char* name) {
    MPI_Comm handle = MPI_COMM_NULL;
    MPI_Comm_dup(from, &handle);
    return Communicator(handle, name);
}

Communicator Communicator::split(int color, const char* name) const {
    MPI_Comm handle = MPI_COMM_NULL;
    MPI_Comm_split(handle_, color, rank_, &handle);
    return Communicator(handle, name);
}

Communicator::~Communicator() {
    if (!empty()) MPI_Comm_free(&handle_);
}

void Communicator::swap(Communicator& other) noexcept {
    std::swap(handle_, other.handle_);
    std::swap(rank_, other.rank_);
    std::swap(size_, other.size_);
}

}  // namespace cg
