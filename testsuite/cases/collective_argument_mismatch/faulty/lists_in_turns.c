// In each round the first rank that has names left tells how many, and sends them one by one; who finds one among its own
// strikes it out. They receive half a name. What goes wrong is answered up. Which rank it is, a function of another file says.
//@ files: parts/least_of_all.c
//@ levels: -O0 -O1 -O2
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CALL(x) do { int code_ = (x); if (code_) return complain(code_); } while (0)

enum { LENGTH = 16, NOBODY = 1 << 20 };

int least_of_all(int *value, MPI_Comm comm);
int is_same(const char *a, const char *b, int *same);

static int complain(int code) {
  fprintf(stderr, "code %d\n", code);
  return code;
}

static int collect(MPI_Comm comm, int count, char names[][LENGTH], int *total) {
  int rank, size, owner = 0, left = count;
  int *seen = calloc(count, sizeof *seen);
  char name[LENGTH];
  if (!seen) MPI_Abort(comm, 1);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  while (owner < size) {
    int next = left > 0 ? rank : NOBODY, added;
    CALL(least_of_all(&next, comm));
    if (next == NOBODY) break;
    owner = next;
    added = rank == owner ? left : -1;
    CALL(MPI_Bcast(&added, 1, MPI_INT, owner, comm));
    if (rank == owner) {
      for (int i = 0; i < count; i++) {
        if (seen[i]) continue;
        seen[i] = 1;
        left--;
        memcpy(name, names[i], LENGTH);
        CALL(MPI_Bcast(name, LENGTH, MPI_CHAR, owner, comm)); //~ collective_argument_mismatch
      }
    } else {
      for (int n = 0; n < added; n++) {
        CALL(MPI_Bcast(name, LENGTH / 2, MPI_CHAR, owner, comm));
        for (int i = 0; i < count; i++) {
          int same;
          if (seen[i]) continue;
          CALL(is_same(name, names[i], &same));
          if (same) {
            seen[i] = 1;
            left--;
            break;
          }
        }
      }
    }
    *total += added;
  }
  free(seen);
  return 0;
}

int main(int argc, char **argv) {
  int rank, total = 0;
  char names[3][LENGTH];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 3; i++) snprintf(names[i], LENGTH, "event %d", i + rank);
  if (collect(MPI_COMM_WORLD, 3, names, &total) != 0) MPI_Abort(MPI_COMM_WORLD, 1);
  if (rank == 0) printf("%d names\n", total);
  MPI_Finalize();
  return 0;
}
