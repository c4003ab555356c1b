! Ranks go by what they have set in an array as a whole: by its bits, or by how many of it are set.
!@ ranks: 3
program votes
  use mpi
  implicit none
  integer :: flags(3), rank, ierror
  logical :: votes_for(3)

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  flags = 0
  flags(1) = rank
  votes_for = .false.
  votes_for(1) = rank == 1
  if (iany(flags) == 0) call MPI_Barrier(MPI_COMM_WORLD, ierror) !~ collective_divergence
  if (parity(votes_for)) call MPI_Barrier(MPI_COMM_WORLD, ierror) !~ collective_divergence
  call MPI_Finalize(ierror)
end program votes
