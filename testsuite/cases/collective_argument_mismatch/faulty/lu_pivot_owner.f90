! The owner of the pivot column sends it: everybody has to count the same owner.
program lu
  use mpi
  implicit none
  integer, parameter :: n = 6
  integer :: me, ranks, ierr, k, owner
  double precision :: column(n)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  column = 1d0 + me
  do k = 1, n - 1
    owner = mod(k - 1 + me, ranks)
    if (owner == me) column(k:) = column(k:) / (k + 1)
    call MPI_Bcast(column(k), n - k + 1, MPI_DOUBLE_PRECISION, owner, MPI_COMM_WORLD, ierr) !~ collective_argument_mismatch
  end do
  if (me == 0) print '(6f8.4)', column
  call MPI_Finalize(ierr)
end program lu
