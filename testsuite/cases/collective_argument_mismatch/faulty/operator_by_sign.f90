! Minimum or maximum, by the sign of the local or of the common value.
program main
  use mpi
  implicit none
  integer :: me, ierr, operation
  double precision :: slope, common_slope, bound
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  slope = 1d0 - me
  call MPI_Allreduce(slope, common_slope, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
  operation = MPI_MIN
  if (slope > 0d0) operation = MPI_MAX
  call MPI_Allreduce(slope, bound, 1, MPI_DOUBLE_PRECISION, operation, MPI_COMM_WORLD, ierr) !~ collective_argument_mismatch
  call MPI_Finalize(ierr)
end program main
