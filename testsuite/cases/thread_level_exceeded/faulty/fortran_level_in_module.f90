! The module that starts MPI asks for FUNNELED; the task in the main program may run anywhere.
!@ flags: -fopenmp
!@ ranks: 2
!@ files: parts/fortran_level_in_module/parallel_setup.f90
program model
  use mpi
  use parallel_setup, only: start_parallel, my_rank
  implicit none
  integer :: ierr, checksum, everywhere
  call start_parallel()
  checksum = my_rank + 1
  !$omp parallel num_threads(3)
  !$omp single
  !$omp task shared(checksum, everywhere)
  call MPI_Allreduce(checksum, everywhere, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr) !~ thread_level_exceeded
  !$omp end task
  !$omp taskwait
  !$omp end single
  !$omp end parallel
  if (my_rank == 0) print '(i0)', everywhere
  call MPI_Finalize(ierr)
end program model
