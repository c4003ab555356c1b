! Left and right neighbour are served by two sections at once; the level allows one call at a time.
!@ flags: -fopenmp
!@ ranks: 3
program ring
  use mpi
  implicit none
  integer :: ierr, ierr2, rank, size, provided, left, right
  integer :: status(MPI_STATUS_SIZE), status2(MPI_STATUS_SIZE)
  real :: east, west, from_west, from_east
  call MPI_Init_thread(MPI_THREAD_SERIALIZED, provided, ierr)
  if (provided < MPI_THREAD_SERIALIZED) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  right = modulo(rank + 1, size)
  left = modulo(rank - 1, size)
  east = rank + 0.25
  west = rank + 0.75
  !$omp parallel sections num_threads(2)
  !$omp section
  call MPI_Sendrecv(east, 1, MPI_REAL, right, 1, from_west, 1, MPI_REAL, left, 1, MPI_COMM_WORLD, status, ierr)
  !$omp section
  call MPI_Sendrecv(west, 1, MPI_REAL, left, 2, from_east, 1, MPI_REAL, right, 2, MPI_COMM_WORLD, status2, ierr2) !~ thread_level_exceeded
  !$omp end parallel sections
  print '(i0,2f6.2)', rank, from_west, from_east
  call MPI_Finalize(ierr)
end program ring
