! The microbenchmark coll_serialized in Fortran, with an explicit barrier behind the nowait.
!@ flags: -fopenmp
!@ ranks: 2
program coll_serialized
  use mpi
  implicit none
  integer :: ierr, rank, provided, res, temp
  call MPI_Init_thread(MPI_THREAD_SERIALIZED, provided, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  temp = rank
  res = 0
  !$omp parallel num_threads(4) private(ierr)
  !$omp single
  call MPI_Reduce(temp, res, 1, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, ierr)
  !$omp end single nowait
  !$omp barrier
  !$omp single
  call MPI_Reduce(temp, res, 1, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, ierr)
  !$omp end single
  !$omp end parallel
  call MPI_Finalize(ierr)
end program coll_serialized
