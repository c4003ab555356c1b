/* Calls of MPI from OpenMP's threads: `threads NAME {faulty|clean}`, on two ranks. Each faulty form has a
   mistake its clean twin lacks. */
#include <mpi.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int faulty, rank;

static int me(void) { return omp_get_thread_num(); }

/* A message to this rank itself: nobody has to wait for the other one. */
static void message(int tag) {
  int out = tag, in = 0;
  MPI_Sendrecv(&out, 1, MPI_INT, rank, tag, &in, 1, MPI_INT, rank, tag, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
}

static void in_master(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp master
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

static void in_single(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

static void messages_in_singles(void) {
#pragma omp parallel num_threads(2)
  {
    if (faulty) {
#pragma omp single nowait
      message(1);
    } else {
#pragma omp single
      message(1);
    }
#pragma omp single
    message(2);
  }
}

static void messages_of_all(void) {
#pragma omp parallel num_threads(3)
  message(me());
}

static void first_thread(void) {
#pragma omp parallel num_threads(3)
  {
    for (int round = 0; round < 3; round++) {
      if (me() == 0)
        message(round);
      if (faulty && me() == 2 && round == 1)
        message(round);
#pragma omp barrier
    }
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 8; i++)
      if (me() == 0)
        message(i);
    if (me() == 0) {
#pragma omp critical
      message(9);
    }
  }
}

static void messages_in_sections(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp sections
    {
#pragma omp section
      {
        if (faulty)
          message(1);
        else {
#pragma omp critical
          message(1);
        }
      }
#pragma omp section
      {
#pragma omp critical
        message(2);
      }
    }
  }
}

static void messages_in_tasks(void) {
#pragma omp parallel num_threads(3)
  {
#pragma omp single
    {
#pragma omp task
      message(1);
      if (!faulty) {
#pragma omp taskwait
      }
#pragma omp task
      message(2);
    }
#pragma omp single
    {
      int chain = 0;
#pragma omp task depend(inout : chain)
      message(3);
#pragma omp task depend(inout : chain)
      message(4);
#pragma omp taskwait
#pragma omp taskgroup
      {
#pragma omp task
        message(5);
      }
      message(6);
#pragma omp task if (0)
      message(7);
    }
  }
}

static void task_beside_its_maker(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    {
#pragma omp task
      message(1);
      if (!faulty) {
#pragma omp taskwait
      }
      message(2);
    }
  }
}

static void messages_in_loop(void) {
#pragma omp parallel num_threads(3)
  {
    if (faulty) {
#pragma omp for schedule(dynamic)
      for (int i = 0; i < 6; i++)
        message(i);
    } else {
#pragma omp for ordered schedule(dynamic)
      for (int i = 0; i < 6; i++) {
#pragma omp ordered
        message(i);
      }
    }
  }
}

static void different_criticals(void) {
#pragma omp parallel num_threads(2)
  {
    if (faulty && me() == 1) {
#pragma omp critical(other)
      message(1);
    } else {
#pragma omp critical(one)
      message(2);
    }
  }
}

static void under_a_lock(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(4)
  {
    omp_set_lock(&lock);
    MPI_Barrier(MPI_COMM_WORLD);
    omp_unset_lock(&lock);
    if (faulty)
      message(me());
  }
  omp_destroy_lock(&lock);
}

void __lockstep_v2_locked(const void *) __attribute__((weak));
void __lockstep_v2_unlocking(const void *) __attribute__((weak));

/* A lock OpenMP does not know, with what the plugin puts beside it. */
static void under_a_mutex(void) {
  static pthread_mutex_t mutex[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
#pragma omp parallel num_threads(2)
  {
    pthread_mutex_t *own = &mutex[faulty ? me() : 0];
    pthread_mutex_lock(own);
    __lockstep_v2_locked(own);
    message(1);
    __lockstep_v2_unlocking(own);
    pthread_mutex_unlock(own);
  }
}

static void collective_of_all(void) {
  MPI_Comm own[3];
  for (int i = 0; i < 3; i++)
    MPI_Comm_dup(MPI_COMM_WORLD, &own[i]);
#pragma omp parallel num_threads(3)
  {
    int in = 1, out;
    MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, faulty ? own[0] : own[me()]);
    message(me());
  }
  for (int i = 0; i < 3; i++)
    MPI_Comm_free(&own[i]);
}

static void two_singles(void) {
#pragma omp parallel num_threads(2)
  {
    int value = 1;
    if (faulty) {
#pragma omp single nowait
      MPI_Barrier(MPI_COMM_WORLD);
    } else {
#pragma omp single
      MPI_Barrier(MPI_COMM_WORLD);
    }
#pragma omp single
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
}

static void single_and_master(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp master
    MPI_Barrier(MPI_COMM_WORLD);
    if (faulty) {
#pragma omp single
      MPI_Barrier(MPI_COMM_WORLD);
    } else {
#pragma omp master
      MPI_Barrier(MPI_COMM_WORLD);
    }
  }
}

static void team_of_one(void) {
  MPI_Barrier(MPI_COMM_WORLD);
#pragma omp parallel num_threads(4)
  {
#pragma omp single
#pragma omp task
    (void)0;
  }
#pragma omp parallel num_threads(faulty ? 2 : 1)
  if (me() == 0) {
#pragma omp critical
    message(1);
  }
#pragma omp task
  message(2);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void nested(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
    if (me() == 0 || faulty) {
#pragma omp parallel num_threads(2)
      {
#pragma omp single
        message(omp_get_ancestor_thread_num(1));
      }
    }
  }
}

static void one_sided(void) {
  int *memory, value = 7;
  MPI_Win window;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  MPI_Win_fence(0, window);
#pragma omp parallel num_threads(2)
  if (me() == faulty)
    MPI_Put(&value, 1, MPI_INT, rank, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
}

static void completed_elsewhere(void) {
  int in = 0, out = 3;
  MPI_Request requests[2];
  MPI_Irecv(&in, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(&out, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &requests[1]);
#pragma omp parallel num_threads(2)
  {
    if (faulty) {
#pragma omp single
      MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    } else {
#pragma omp masked
      MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
  }
}

static void *receive(void *tag) {
  int in;
  MPI_Recv(&in, 1, MPI_INT, rank, *(int *)tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return NULL;
}

/* The two calls cannot but be under way together: one waits for what the other sends. */
static void at_once(void) {
  pthread_t thread;
  int tag = 5, out = 1;
  if (faulty) {
    pthread_create(&thread, NULL, receive, &tag);
    MPI_Ssend(&out, 1, MPI_INT, rank, tag, MPI_COMM_WORLD);
    pthread_join(thread, NULL);
  } else {
    MPI_Request request;
    MPI_Isend(&out, 1, MPI_INT, rank, tag, MPI_COMM_WORLD, &request);
    pthread_create(&thread, NULL, receive, &tag);
    pthread_join(thread, NULL);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}

static void *barrier(void *communicator) {
  MPI_Barrier(*(MPI_Comm *)communicator);
  return NULL;
}

/* Both barriers wait for the other rank, which comes when it has been told that they are over; the clean
   form has one of them on another communicator, and no such wait. */
static void collectives_at_once(void) {
  MPI_Comm own;
  int word = 0;
  MPI_Comm_dup(MPI_COMM_WORLD, &own);
  MPI_Comm world = MPI_COMM_WORLD, second = faulty ? MPI_COMM_WORLD : own;
  pthread_t thread;
  if (rank == 1 && faulty)
    MPI_Recv(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  pthread_create(&thread, NULL, barrier, &world);
  MPI_Barrier(second);
  pthread_join(thread, NULL);
  if (rank == 0 && faulty)
    MPI_Send(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  MPI_Comm_free(&own);
}

static const struct {
  const char *name;
  void (*run)(void);
  int faulty_level, clean_level;
} all[] = {
    {"in_master", in_master, MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED},
    {"in_single", in_single, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED},
    {"messages_in_singles", messages_in_singles, MPI_THREAD_SERIALIZED, MPI_THREAD_SERIALIZED},
    {"messages_of_all", messages_of_all, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE},
    {"first_thread", first_thread, MPI_THREAD_FUNNELED, MPI_THREAD_FUNNELED},
    {"messages_in_sections", messages_in_sections, MPI_THREAD_SERIALIZED, MPI_THREAD_SERIALIZED},
    {"messages_in_tasks", messages_in_tasks, MPI_THREAD_SERIALIZED, MPI_THREAD_SERIALIZED},
    {"task_beside_its_maker", task_beside_its_maker, MPI_THREAD_SERIALIZED, MPI_THREAD_SERIALIZED},
    {"messages_in_loop", messages_in_loop, MPI_THREAD_SERIALIZED, MPI_THREAD_SERIALIZED},
    {"different_criticals", different_criticals, MPI_THREAD_SERIALIZED, MPI_THREAD_SERIALIZED},
    {"under_a_lock", under_a_lock, MPI_THREAD_SERIALIZED, MPI_THREAD_SERIALIZED},
    {"under_a_mutex", under_a_mutex, MPI_THREAD_SERIALIZED, MPI_THREAD_SERIALIZED},
    {"collective_of_all", collective_of_all, MPI_THREAD_MULTIPLE, MPI_THREAD_MULTIPLE},
    {"two_singles", two_singles, MPI_THREAD_MULTIPLE, MPI_THREAD_MULTIPLE},
    {"single_and_master", single_and_master, MPI_THREAD_SERIALIZED, MPI_THREAD_FUNNELED},
    {"team_of_one", team_of_one, MPI_THREAD_SINGLE, MPI_THREAD_SINGLE},
    {"nested", nested, MPI_THREAD_SERIALIZED, MPI_THREAD_SERIALIZED},
    {"one_sided", one_sided, MPI_THREAD_FUNNELED, MPI_THREAD_FUNNELED},
    {"completed_elsewhere", completed_elsewhere, MPI_THREAD_FUNNELED, MPI_THREAD_FUNNELED},
    {"at_once", at_once, MPI_THREAD_SERIALIZED, MPI_THREAD_SERIALIZED},
    {"collectives_at_once", collectives_at_once, MPI_THREAD_MULTIPLE, MPI_THREAD_MULTIPLE},
};

int main(int count, char **arguments) {
  if (count < 3)
    return 2;
  faulty = strcmp(arguments[2], "faulty") == 0;
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
    if (strcmp(all[i].name, arguments[1]) == 0) {
      int level = faulty ? all[i].faulty_level : all[i].clean_level, provided;
      MPI_Init_thread(&count, &arguments, level, &provided);
      if (provided != level)
        fprintf(stderr, "level %d was asked for, %d is provided\n", level, provided);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      all[i].run();
      MPI_Finalize();
      return 0;
    }
  fprintf(stderr, "no scenario %s\n", arguments[1]);
  return 2;
}
