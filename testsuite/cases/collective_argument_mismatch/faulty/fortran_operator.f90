! The operator is chosen by an if block.
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, rank, ranks, op
  double precision :: x, y
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  x = 1.0d0
  op = MPI_SUM
  if (rank == 0) op = MPI_MAX
  call MPI_Allreduce(x, y, 1, MPI_DOUBLE_PRECISION, op, MPI_COMM_WORLD, ierr) !~ collective_argument_mismatch
  call MPI_Finalize(ierr)
end program main
