/* Barriers, worksharing constructs and locks of OpenMP, without MPI: `teams NAME {faulty|clean}`.
   Each faulty form has a mistake its clean twin lacks. Without the checks most faulty ones hang. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int faulty;
static volatile long sum;

static int me(void) { return omp_get_thread_num(); }

static void barrier_or_end(void) {
#pragma omp parallel num_threads(4)
  {
    if (!faulty || me() == 0) {
#pragma omp barrier
    }
  }
}

static void synchronise(void) {
#pragma omp barrier
}

/* Different explicit barriers at the same count are one barrier to OpenMP's library. */
static void different_barriers(void) {
#pragma omp parallel num_threads(3)
  {
    for (int round = 0; round < 50; round++) {
      if (me() == 1) {
#pragma omp barrier
      } else {
        synchronise();
      }
    }
    if (faulty && me() == 2)
      synchronise();
  }
}

static void skipped_single(void) {
#pragma omp parallel num_threads(4)
  {
    if (!faulty || me() != 2) {
#pragma omp single
      sum++;
    }
#pragma omp barrier
  }
}

static void skipped_loop_nowait(void) {
#pragma omp parallel num_threads(4)
  {
    if (!faulty || me() != 1) {
#pragma omp for nowait
      for (int i = 0; i < 8; i++) {
#pragma omp atomic
        sum += i;
      }
    }
  }
}

static void skipped_dynamic_loops(void) {
#pragma omp parallel num_threads(3)
  {
    for (int round = 0; round < 20; round++)
      if (!faulty || me() != 1) {
#pragma omp for schedule(dynamic) nowait
        for (int i = 0; i < 8; i++) {
#pragma omp atomic
          sum += i;
        }
      }
  }
}

static void loop_or_single(void) {
#pragma omp parallel num_threads(2)
  {
    if (faulty && me() == 1) {
#pragma omp single nowait
      sum++;
    } else {
#pragma omp for nowait
      for (int i = 0; i < 8; i++) {
#pragma omp atomic
        sum += i;
      }
    }
    if (!faulty) {
#pragma omp single nowait
      sum++;
    }
  }
}

static void different_singles(void) {
#pragma omp parallel num_threads(2)
  {
    if (faulty && me() == 1) {
#pragma omp single
      sum++;
    } else {
#pragma omp single
      sum += 2;
    }
  }
}

static inline __attribute__((always_inline)) void orphaned(int by) {
#pragma omp for
  for (int i = 0; i < 8; i++) {
#pragma omp atomic
    sum += by;
  }
}

/* One construct, in two copies the compiler makes. */
static void inlined_twice(void) {
#pragma omp parallel num_threads(4)
  {
    if (me() == 0)
      orphaned(1);
    else
      orphaned(2);
    if (faulty && me() == 3)
      orphaned(3);
  }
}

static void skipped_sections(void) {
#pragma omp parallel num_threads(3)
  {
    if (!faulty || me() == 0) {
#pragma omp sections
      {
#pragma omp section
        sum++;
#pragma omp section
        sum++;
      }
    }
  }
}

static void early_return(void) {
#pragma omp parallel num_threads(4)
  {
    int leave = faulty && me() == 3;
    for (int round = 0; round < 5 && !leave; round++) {
#pragma omp for schedule(guided)
      for (int i = 0; i < 8; i++) {
#pragma omp atomic
        sum += i;
      }
    }
  }
}

static void nested(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
#pragma omp parallel num_threads(3)
    {
      if (!faulty || me() != 1 || omp_get_ancestor_thread_num(1) != 1) {
#pragma omp barrier
      }
#pragma omp single
      sum++;
    }
#pragma omp barrier
  }
}

/* Whichever thread comes first goes another way: found whoever that is. */
static void first_come(void) {
  int taken = 0;
#pragma omp parallel num_threads(4)
  {
    int mine;
#pragma omp atomic capture
    mine = taken++;
    if (mine == 0 && faulty) {
#pragma omp single nowait
      sum++;
    }
#pragma omp barrier
  }
}

static void tasks_in_barriers(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp single nowait
    for (int i = 0; i < 100; i++) {
#pragma omp task
      {
#pragma omp atomic
        sum++;
        if (i % 10 == 0) {
#pragma omp parallel num_threads(2)
          {
#pragma omp barrier
          }
        }
      }
    }
#pragma omp taskloop num_tasks(8)
    for (int i = 0; i < 64; i++) {
#pragma omp atomic
      sum++;
    }
#pragma omp task depend(out : sum)
    {
#pragma omp atomic
      sum++;
    }
#pragma omp task if (0)
    {
#pragma omp atomic
      sum++;
    }
    if (!faulty || me() != 0) {
#pragma omp barrier
    }
  }
}

static void ordered_loops(void) {
#pragma omp parallel num_threads(3)
  {
#pragma omp for ordered schedule(dynamic)
    for (int i = 0; i < 12; i++) {
#pragma omp ordered
      sum += i;
    }
#pragma omp for ordered schedule(static, 1) nowait
    for (int i = 0; i < 12; i++) {
#pragma omp ordered
      sum += i;
    }
    if (faulty && me() == 0)
      synchronise();
  }
}

static void reductions(void) {
  long total = 0, last = 0;
#pragma omp parallel num_threads(4)
  {
    long copied;
#pragma omp for reduction(+ : total)
    for (int i = 0; i < 8; i++)
      total += i;
#pragma omp single copyprivate(copied)
    copied = total;
#pragma omp for lastprivate(last) reduction(max : total) schedule(runtime)
    for (int i = 0; i < 8; i++)
      last = i + copied;
    if (faulty && me() == 0)
      synchronise();
  }
}

static void team_of_one(void) {
#pragma omp parallel num_threads(faulty ? 2 : 1)
  {
    if (me() == 0) {
#pragma omp barrier
#pragma omp single
      sum++;
    }
  }
}

/* Monotonic, as LLVM 19's library fails at times when a loop is cancelled whose chunks are stolen. */
static void cancelled_loop(void) {
#pragma omp parallel num_threads(3)
  {
#pragma omp for schedule(monotonic : dynamic)
    for (int i = 0; i < 100; i++) {
      if (i == 5) {
#pragma omp cancel for
      }
#pragma omp cancellation point for
    }
#pragma omp single
    sum++;
#pragma omp for
    for (int i = 0; i < 100; i++) {
#pragma omp cancel for if (i == 1)
#pragma omp cancellation point for
    }
#pragma omp sections
    {
#pragma omp section
      {
#pragma omp cancel sections
      }
#pragma omp section
      sum++;
    }
#pragma omp barrier
    if (faulty && me() == 1)
      synchronise();
  }
}

static void cancelled_region(void) {
  for (int round = 0; round < 20; round++) {
#pragma omp parallel num_threads(3)
    {
      if (me() == round % 3) {
#pragma omp cancel parallel
      }
#pragma omp barrier
#pragma omp single
      sum++;
    }
  }
  barrier_or_end();
}

static void same_critical(void);

static void entered_again(void) {
#pragma omp critical(update)
  same_critical();
}

static void same_critical(void) {
  if (faulty) {
#pragma omp critical(update)
    sum++;
  } else {
#pragma omp critical(other)
    sum++;
  }
}

static void critical_twice(void) {
#pragma omp parallel num_threads(3)
  entered_again();
}

static void lock_twice(void) {
  omp_lock_t lock;
  omp_nest_lock_t nest;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest);
  for (int round = 0; round < 3; round++) {
    omp_set_lock(&lock);
    omp_set_nest_lock(&nest);
    omp_set_nest_lock(&nest);
    omp_unset_nest_lock(&nest);
    omp_unset_nest_lock(&nest);
    if (!faulty || round != 2)
      omp_unset_lock(&lock);
  }
#pragma omp parallel num_threads(2)
  {
    if (me() == 0 || !faulty) {
      if (omp_test_lock(&lock))
        omp_unset_lock(&lock);
    }
  }
  omp_set_lock(&lock);
  omp_unset_lock(&lock);
  omp_destroy_nest_lock(&nest);
  omp_destroy_lock(&lock);
}

/* The region cannot end, as its threads wait for what its starter holds. */
static void critical_around_region(void) {
#pragma omp critical(update)
  {
#pragma omp parallel num_threads(2)
    same_critical();
  }
}

/* A lock that is handed on from one thread to another, which OpenMP's library lets pass. */
static void lock_handed_on(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
  for (int round = 0; round < 4; round++) {
    omp_set_lock(&lock);
#pragma omp parallel num_threads(2)
    if (me() == 1)
      omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
  barrier_or_end();
}

static void barrier_in_single(void) {
#pragma omp parallel num_threads(3)
  {
#pragma omp single
    {
      sum++;
      if (faulty)
        synchronise();
    }
    synchronise();
  }
}

static void barrier_in_master(void) {
#pragma omp parallel num_threads(3)
  {
#pragma omp masked
    if (faulty)
      synchronise();
    synchronise();
  }
}

static void loop_in_critical(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp critical
    if (faulty)
      orphaned(1);
    orphaned(2);
  }
}

static void single_in_task(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    {
#pragma omp task
      if (faulty)
        orphaned(1);
    }
    orphaned(2);
  }
}

static void barrier_in_loop(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp for
    for (int i = 0; i < 4; i++)
      if (faulty && i == 3)
        synchronise();
    synchronise();
  }
}

/* The program ends while threads of a team wait for one that does not come. */
static void exit_inside(void) {
  if (faulty)
    barrier_or_end();
#pragma omp parallel num_threads(3)
  {
    if (me() == 1)
      exit(0);
#pragma omp barrier
  }
}

static const struct {
  const char *name;
  void (*run)(void);
} all[] = {
    {"barrier_or_end", barrier_or_end},
    {"different_barriers", different_barriers},
    {"skipped_single", skipped_single},
    {"skipped_loop_nowait", skipped_loop_nowait},
    {"skipped_dynamic_loops", skipped_dynamic_loops},
    {"loop_or_single", loop_or_single},
    {"different_singles", different_singles},
    {"inlined_twice", inlined_twice},
    {"skipped_sections", skipped_sections},
    {"early_return", early_return},
    {"nested", nested},
    {"first_come", first_come},
    {"tasks_in_barriers", tasks_in_barriers},
    {"ordered_loops", ordered_loops},
    {"reductions", reductions},
    {"team_of_one", team_of_one},
    {"cancelled_loop", cancelled_loop},
    {"cancelled_region", cancelled_region},
    {"critical_twice", critical_twice},
    {"lock_twice", lock_twice},
    {"critical_around_region", critical_around_region},
    {"lock_handed_on", lock_handed_on},
    {"barrier_in_single", barrier_in_single},
    {"barrier_in_master", barrier_in_master},
    {"loop_in_critical", loop_in_critical},
    {"single_in_task", single_in_task},
    {"exit_inside", exit_inside},
    {"barrier_in_loop", barrier_in_loop},
};

int main(int count, char **arguments) {
  if (count < 3)
    return 2;
  faulty = strcmp(arguments[2], "faulty") == 0;
  int rounds = count > 3 ? atoi(arguments[3]) : 1;
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
    if (strcmp(all[i].name, arguments[1]) == 0) {
      for (int round = 0; round < rounds; round++)
        all[i].run();
      return 0;
    }
  fprintf(stderr, "no scenario %s\n", arguments[1]);
  return 2;
}
