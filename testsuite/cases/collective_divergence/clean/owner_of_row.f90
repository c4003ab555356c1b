! The owner of a row is always one of the ranks; a guard against others never holds.
program main
  use mpi
  implicit none
  integer :: me, ranks, ierr, row, owner
  double precision :: x(5)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  x = 0d0
  do row = 1, 5
    owner = mod(row - 1, ranks)
    if (owner == me) x(row) = sqrt(dble(row))
    if (owner /= me .and. me > ranks - 1) cycle
    call MPI_Allreduce(MPI_IN_PLACE, x(row), 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
  end do
  if (me == 0) print '(5f6.3)', x
  call MPI_Finalize(ierr)
end program main
