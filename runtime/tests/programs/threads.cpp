// Calls of MPI from C++'s own threads: `threads NAME {faulty|clean}`, without OpenMP.
#include <mpi.h>

#include <cstring>
#include <future>
#include <thread>

static int rank;

static void message(int tag) {
  int out = tag, in = 0;
  MPI_Sendrecv(&out, 1, MPI_INT, rank, tag, &in, 1, MPI_INT, rank, tag, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
}

int main(int count, char **arguments) {
  if (count < 3) return 2;
  const bool faulty = std::strcmp(arguments[2], "faulty") == 0;
  const bool serialized = std::strcmp(arguments[1], "two") == 0;
  int provided;
  MPI_Init_thread(&count, &arguments, serialized ? MPI_THREAD_SERIALIZED : MPI_THREAD_FUNNELED,
                  &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (serialized) {
    // A thread that did not initialise MPI may call it; two at a time may not.
    std::thread([] { message(1); }).join();
    if (faulty) {
      auto other = std::async(std::launch::async, [] {
        int in;
        MPI_Recv(&in, 1, MPI_INT, rank, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      });
      int out = 1;
      MPI_Ssend(&out, 1, MPI_INT, rank, 7, MPI_COMM_WORLD);
      other.get();
    }
  } else if (faulty) {
    std::thread([] { message(1); }).join();
  } else {
    // What other threads may always ask.
    std::thread([] {
      int main_thread, level;
      MPI_Is_thread_main(&main_thread);
      MPI_Query_thread(&level);
      MPI_Wtime();
    }).join();
    message(1);
  }
  MPI_Finalize();
}
