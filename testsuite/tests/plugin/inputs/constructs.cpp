// What C++ has, each with a collective in it. Correct: all ranks call the same.
#include <coroutine>
#include <cstdio>
#include <functional>
#include <memory>
#include <mpi.h>
#include <stdexcept>
#include <variant>
#include <vector>

struct task {
  struct promise_type {
    task get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};

static int barriers;
static void barrier() {
  barriers++;
  MPI_Barrier(MPI_COMM_WORLD);
}

static task steps(int rounds) {
  for (int round = 0; round < rounds; round++) {
    barrier();
    co_await std::suspend_always{};
  }
}

struct guard {
  ~guard() { barrier(); }
};

struct shape {
  virtual ~shape() = default;
  virtual int reduce(int value) = 0;
};
struct total : shape {
  int reduce(int value) override {
    int result = 0;
    MPI_Allreduce(&value, &result, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return result;
  }
};
struct largest : shape {
  int reduce(int value) override {
    int result = 0;
    MPI_Allreduce(&value, &result, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return result;
  }
};

static void fails(int size) {
  guard at_end;
  if (size > 0)
    throw std::runtime_error("on all ranks");
  barrier();
}

template <class... Values> static int many(Values... values) {
  return (std::make_unique<total>()->reduce(values) + ...);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  task work = steps(3);
  while (!work.handle.done())
    work.handle.resume();
  work.handle.destroy();
  int caught = 0;
  try {
    fails(size);
  } catch (const std::runtime_error &) {
    caught = 1;
    barrier();
  } catch (...) {
    throw;
  }
  std::function<int(int)> nested = [&](int depth) -> int {
    barrier();
    return depth > 0 ? nested(depth - 1) + depth : rank - rank;
  };
  int depth = nested(4);
  std::vector<std::unique_ptr<shape>> shapes;
  shapes.push_back(std::make_unique<total>());
  shapes.push_back(std::make_unique<largest>());
  int reduced = 0;
  for (const auto &shape : shapes)
    reduced += shape->reduce(rank + 1);
  std::variant<int, double> value = 2.5;
  int visited = std::visit([&](auto held) { barrier(); return static_cast<int>(held * 2); }, value);
  int sum = many(1, 2, 3);
  if (rank == 0)
    std::printf("%d %d %d %d %d, %d barriers\n", caught, depth, reduced, visited, sum, barriers);
  MPI_Finalize();
}
