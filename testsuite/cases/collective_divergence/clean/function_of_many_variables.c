// The rank stands in a variable that is written once, in a function with more variables than are followed.
#include <mpi.h>
#include <stdio.h>

#define TEN(DO, name) \
    DO(name##0) DO(name##1) DO(name##2) DO(name##3) DO(name##4) \
    DO(name##5) DO(name##6) DO(name##7) DO(name##8) DO(name##9)
#define HUNDRED(DO, name) \
    TEN(DO, name##0) TEN(DO, name##1) TEN(DO, name##2) TEN(DO, name##3) TEN(DO, name##4) \
    TEN(DO, name##5) TEN(DO, name##6) TEN(DO, name##7) TEN(DO, name##8) TEN(DO, name##9)
#define ALL(DO) \
    HUNDRED(DO, a) HUNDRED(DO, b) HUNDRED(DO, c) HUNDRED(DO, d) HUNDRED(DO, e) HUNDRED(DO, f) \
    HUNDRED(DO, g) HUNDRED(DO, h) HUNDRED(DO, i) HUNDRED(DO, j) HUNDRED(DO, k)
#define DECLARE(name) static int name;
#define RAISE(name) if (argc > name + 1) name += argc; if (name > 7) name = 7;
#define ADD(name) sum += name;

ALL(DECLARE)
static int own_rank;

int main(int argc, char **argv)
{
    int sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &own_rank);
    ALL(RAISE)
    ALL(ADD)
    if (own_rank == 0)
        printf("%d\n", sum);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
