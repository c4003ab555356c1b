! Two tasks without an order between them exchange messages; one call at a time was promised.
!@ flags: -fopenmp
!@ ranks: 2
!@ repeat: 50
program task_messages
  use mpi
  implicit none
  integer :: ierr, rank, provided
  double precision :: north, south, from_north, from_south
  call MPI_Init_thread(MPI_THREAD_SERIALIZED, provided, ierr)
  if (provided < MPI_THREAD_SERIALIZED) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  north = 1d0 + rank
  south = -1d0 - rank
  from_north = 0
  from_south = 0
  !$omp parallel num_threads(2) private(ierr)
  !$omp single
  !$omp task shared(north, from_south)
  call MPI_Sendrecv(north, 1, MPI_DOUBLE_PRECISION, 1 - rank, 1, from_south, 1, MPI_DOUBLE_PRECISION, &
    1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  !$omp end task
  !$omp task shared(south, from_north)
  call MPI_Sendrecv(south, 1, MPI_DOUBLE_PRECISION, 1 - rank, 2, from_north, 1, MPI_DOUBLE_PRECISION, & !~ thread_level_exceeded
    1 - rank, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  !$omp end task
  !$omp end single
  !$omp end parallel
  print '(i2,2f6.1)', rank, from_north, from_south
  call MPI_Finalize(ierr)
end program task_messages
