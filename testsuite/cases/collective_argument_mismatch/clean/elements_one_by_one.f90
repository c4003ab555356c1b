! Roots that are written one by one: in turn, each is that of all ranks.
!@ ranks: 4
program layers
  use mpi
  implicit none
  integer :: owners(2), rank, step, ierror
  real :: profile(16)

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  owners(1) = 0
  owners(2) = 1
  profile = real(rank)
  do step = 0, 3
    call MPI_Bcast(profile, 16, MPI_REAL, owners(mod(step, 2) + 1), MPI_COMM_WORLD, ierror)
  end do
  call MPI_Finalize(ierror)
end program layers
