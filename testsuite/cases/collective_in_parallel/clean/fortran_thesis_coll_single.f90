! The microbenchmark coll_single in Fortran with its barrier in a master region.
!@ flags: -fopenmp
!@ ranks: 2
program coll_single
  use mpi
  implicit none
  integer :: ierr, provided, required
  required = MPI_THREAD_FUNNELED
  call MPI_Init_thread(required, provided, ierr)
  if (provided < required) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  !$omp parallel num_threads(4) private(ierr)
  !$omp master
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  !$omp end master
  !$omp end parallel
  call MPI_Finalize(ierr)
end program coll_single
