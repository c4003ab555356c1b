! One arm reduces single, the other double precision.
program main
  use mpi
  implicit none
  integer :: ierr, rank
  double precision :: x(2), y(2)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  x = 0.0d0
  if (rank == 0) then
    call MPI_Allreduce(x, y, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr) !~ collective_argument_mismatch
  else
    call MPI_Allreduce(x, y, 1, MPI_REAL, MPI_SUM, MPI_COMM_WORLD, ierr)
  end if
  call MPI_Finalize(ierr)
end program main
