! Code 1 of figure 4.1 in Fortran with an outer team of one thread.
!@ flags: -fopenmp
!@ ranks: 2
program code_1
  use mpi
  use omp_lib
  implicit none
  integer :: ierr, rank, provided, total
  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided, ierr)
  if (provided < MPI_THREAD_MULTIPLE) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call omp_set_max_active_levels(2)
  !$omp parallel num_threads(1)
  !$omp parallel num_threads(2)
  !$omp single
  call count_ranks(total)
  !$omp end single
  !$omp end parallel
  !$omp end parallel
  if (rank == 0) print '(i0)', total
  call MPI_Finalize(ierr)
contains
  subroutine count_ranks(answer)
    integer, intent(out) :: answer
    integer :: one, error
    one = 1
    call MPI_Allreduce(one, answer, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
  end subroutine count_ranks
end program code_1
