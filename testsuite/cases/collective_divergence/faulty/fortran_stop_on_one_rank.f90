! stop ends this rank only.
program main
  use mpi
  implicit none
  integer :: ierr, myid, numprocs
  real :: x, y
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, myid, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, numprocs, ierr)
  if (myid == numprocs - 1) stop
  x = 1.0
  call MPI_Reduce(x, y, 1, MPI_REAL, MPI_SUM, 0, MPI_COMM_WORLD, ierr) !~ collective_divergence
  call MPI_Finalize(ierr)
end program main
