! Calls of MPI from the threads of a Fortran program: `threads {faulty|clean}`.
program threads
  use omp_lib
  implicit none
  include 'mpif.h'
  character(len=8) :: form
  integer :: provided, level, error, values(4), total(4), i
  call get_command_argument(1, form)
  level = merge(MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, form == 'faulty')
  call mpi_init_thread(level, provided, error)
  values = 1
  total = 0
  !$omp parallel num_threads(3)
  !$omp do
  do i = 1, 4
    values(i) = i
  end do
  !$omp end do
  !$omp master
  call mpi_barrier(MPI_COMM_WORLD, error)
  !$omp end master
  !$omp barrier
  !$omp sections
  !$omp section
  values(1) = 2
  !$omp section
  values(2) = 3
  !$omp end sections
  !$omp workshare
  values = values + 1
  !$omp end workshare
  !$omp single
  call mpi_allreduce(values, total, 4, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
  !$omp end single
  !$omp end parallel
  call mpi_finalize(error)
end program
