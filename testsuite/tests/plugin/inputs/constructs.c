/* What C and its extensions have, each with a collective in it. Correct: all ranks call the same. */
#include <mpi.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef int vector __attribute__((vector_size(16)));

static jmp_buf environment;
static int rank, size, barriers;
static _Thread_local int per_thread;
static _Atomic int shared;

static int barrier(void) {
  barriers++;
  return MPI_Barrier(MPI_COMM_WORLD);
}

static int sum(int count, ...) {
  va_list values;
  va_start(values, count);
  int total = 0;
  while (count-- > 0)
    total += va_arg(values, int);
  va_end(values);
  if (total == 6)
    barrier();
  return total;
}

static int variable_length(int n) {
  int table[n][n + 1];
  memset(table, 0, sizeof table);
  table[n - 1][n] = rank + 1;
  MPI_Allreduce(MPI_IN_PLACE, table, n * (n + 1), MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return table[n - 1][n];
}

static int vectors(void) {
  vector a = {1, 2, 3, size}, b = {4, 5, 6, 7};
  vector c = __builtin_shufflevector(a * b, b, 0, 5, 2, 7);
  if (c[1] == 5)
    barrier();
  return c[0] + c[1] + c[2] + c[3];
}

static int assembly(int x) {
  int y = x;
#if defined(__x86_64__)
  __asm__ volatile("addl $1, %0" : "+r"(y) : : "cc");
  __asm__ goto("testl %0, %0; js %l1" : : "r"(y) : "cc" : negative);
#else
  y++;
#endif
  barrier();
  return y;
negative:
  return -1;
}

static int computed_goto(int n) {
  static void *const steps[] = {&&first, &&second, &&last};
  int state = 0;
  goto *steps[state];
first:
  barrier();
  state = 1;
  goto *steps[state];
second:
  if (--n > 0)
    goto *steps[0];
  goto *steps[2];
last:
  return n;
}

static int odd(int n);
static int even(int n) {
  if (n == 0)
    return barrier();
  __attribute__((musttail)) return odd(n - 1);
}
static int odd(int n) {
  if (n == 0)
    return 1;
  __attribute__((musttail)) return even(n - 1);
}

int original(void) { return barrier() + 3; }
extern int renamed(void) __attribute__((alias("original")));
extern int weakly(void) __attribute__((weak, alias("original")));
extern int absent(void) __attribute__((weak));
static void *resolve(void) { return (void *)original; }
int resolved(void) __attribute__((ifunc("resolve")));
__attribute__((constructor)) static void begin(void) { barriers = 100; }

struct bits {
  int small : 3;
  unsigned rest : 29;
};

static int scalars(void) {
  struct bits fields = {.small = -1, .rest = 5};
  union {
    int word;
    float real;
  } either = {.real = 1.0f};
  __int128 wide = (__int128)1 << 100;
  _Complex double z = 2.0 + 1.0i;
  long double extended = 3.0L;
  per_thread = fields.small;
  shared += (int)(wide >> 98);
  switch (wide >> 99) {
  case 2:
    barrier();
    break;
  case ((__int128)1 << 90):
    return -1;
  }
  return ({ int r = per_thread + shared; r; }) + (either.word >> 23) + (int)__real__(z * z) +
         (int)extended;
}

static int (*through_pointer)(MPI_Comm) = MPI_Barrier;

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  volatile int rounds = 0;
  if (setjmp(environment) == 0) {
    rounds++;
    barrier();
    longjmp(environment, 1);
  }
  through_pointer(MPI_COMM_WORLD);
  int results[] = {sum(3, 1, 2, 3), variable_length(size), vectors(),     assembly(rank),
                   computed_goto(3), even(10) + odd(5),    renamed(),     weakly(),
                   resolved(),       absent ? absent() : 7, scalars(),    rounds};
  for (int turn = 0; turn < size; turn++) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (turn == rank && rank == 0)
      for (unsigned i = 0; i < sizeof results / sizeof *results; i++)
        printf("%u: %d\n", i, results[i]);
  }
  if (rank == 0)
    printf("barriers %d\n", barriers);
  MPI_Finalize();
  return 0;
}
