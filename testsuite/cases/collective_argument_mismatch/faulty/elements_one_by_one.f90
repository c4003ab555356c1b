! Roots that are written one by one: each rank names that of its group.
!@ ranks: 4
program layers
  use mpi
  implicit none
  integer :: owners(2), rank, ierror
  real :: profile(16)

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  owners(1) = 0
  owners(2) = 1
  profile = real(rank)
  call MPI_Bcast(profile, 16, MPI_REAL, owners(mod(rank, 2) + 1), MPI_COMM_WORLD, ierror) !~ collective_argument_mismatch
  call MPI_Finalize(ierror)
end program layers
