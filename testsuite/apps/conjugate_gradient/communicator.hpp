// A communicator as a value: it owns its handle, knows its rank and size, and offers the
// collectives this program needs for any type MPI has a name for.
#pragma once

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <cstdint>
#include <string>
#include <vector>

namespace cg {

template <class T>
struct MpiType;

template <>
struct MpiType<char> {
    static MPI_Datatype value() { return MPI_CHAR; }
};
template <>
struct MpiType<int> {
    static MPI_Datatype value() { return MPI_INT; }
};
template <>
struct MpiType<std::int64_t> {
    static MPI_Datatype value() { return MPI_INT64_T; }
};
template <>
struct MpiType<double> {
    static MPI_Datatype value() { return MPI_DOUBLE; }
};

class Communicator {
public:
    // A duplicate, so that messages of two users of one communicator cannot meet. Collective.
    static Communicator duplicate(MPI_Comm from, const char* name);

    // The ranks of `color` among themselves; ranks without a color get an empty communicator.
    // Collective over this one.
    Communicator split(int color, const char* name) const;

    Communicator() = default;
    Communicator(Communicator&& other) noexcept { swap(other); }
    Communicator& operator=(Communicator&& other) noexcept {
        swap(other);
        return *this;
    }
    Communicator(const Communicator&) = delete;
    Communicator& operator=(const Communicator&) = delete;
    ~Communicator();

    bool empty() const { return handle_ == MPI_COMM_NULL; }
    MPI_Comm handle() const { return handle_; }
    int rank() const { return rank_; }
    int size() const { return size_; }

    void barrier() const { MPI_Barrier(handle_); }

    template <class T>
    void broadcast(T& value, int root) const {
        MPI_Bcast(&value, 1, MpiType<T>::value(), root, handle_);
    }

    template <class T>
    T reduce_all(T value, MPI_Op op) const {
        T result{};
        MPI_Allreduce(&value, &result, 1, MpiType<T>::value(), op, handle_);
        return result;
    }

    // What every rank has, by rank; empty on ranks other than `root`.
    template <class T>
    std::vector<T> gather(const T& value, int root) const {
        std::vector<T> all(rank_ == root ? static_cast<std::size_t>(size_) : 0);
        MPI_Gather(&value, 1, MpiType<T>::value(), all.data(), 1, MpiType<T>::value(), root,
                   handle_);
        return all;
    }

    template <class T>
    std::vector<T> gather_all(const T& value) const {
        std::vector<T> all(static_cast<std::size_t>(size_));
        MPI_Allgather(&value, 1, MpiType<T>::value(), all.data(), 1, MpiType<T>::value(), handle_);
        return all;
    }

    // One value to every rank, one from every rank.
    template <class T>
    std::vector<T> exchange(const std::vector<T>& one_for_each) const {
        std::vector<T> one_from_each(one_for_each.size());
        MPI_Alltoall(one_for_each.data(), 1, MpiType<T>::value(), one_from_each.data(), 1,
                     MpiType<T>::value(), handle_);
        return one_from_each;
    }

private:
    Communicator(MPI_Comm handle, const char* name);
    void swap(Communicator& other) noexcept;

    MPI_Comm handle_ = MPI_COMM_NULL;
    int rank_ = -1;
    int size_ = 0;
};

}  // namespace cg
