! The microbenchmark coll_single in Fortran.
!@ flags: -fopenmp
!@ ranks: 2
program coll_single
  use mpi
  implicit none
  integer :: ierr, provided, required
  required = MPI_THREAD_SINGLE
  call MPI_Init_thread(required, provided, ierr)
  if (provided < required) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  !$omp parallel num_threads(4) private(ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr) !~ collective_in_parallel
  !$omp end parallel
  call MPI_Finalize(ierr)
end program coll_single
