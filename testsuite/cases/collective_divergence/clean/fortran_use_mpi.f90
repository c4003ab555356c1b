! The module instead of the include file, with keyword-free calls as everybody writes them.
program reduce_residual
  use mpi
  implicit none
  integer :: rank, ranks, ierror, iteration
  real(kind=8) :: residual, total
  call MPI_INIT(ierror)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierror)
  call MPI_COMM_SIZE(MPI_COMM_WORLD, ranks, ierror)
  residual = 1.0d0 + rank
  total = huge(total)
  iteration = 0
  do while (total > 0.3d0)
    residual = residual / 2
    call MPI_ALLREDUCE(residual, total, 1, MPI_DOUBLE_PRECISION, MPI_MAX, &
                       MPI_COMM_WORLD, ierror)
    iteration = iteration + 1
  end do
  if (rank == 0) print '(i0)', iteration
  call MPI_FINALIZE(ierror)
end program reduce_residual
