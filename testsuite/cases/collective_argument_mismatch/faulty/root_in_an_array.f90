! The root of a broadcast is an element of an array, that of the rank.
!@ ranks: 3
program shared
  use mpi
  implicit none
  integer :: roots(0:7), rank, i, ierror
  real :: values(4)

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  do i = 0, 7
    roots(i) = mod(i, 2)
  end do
  values = 1.0
  call MPI_Bcast(values, 4, MPI_REAL, roots(rank), MPI_COMM_WORLD, ierror) !~ collective_argument_mismatch
  call MPI_Finalize(ierror)
end program shared
