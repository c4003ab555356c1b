! Ranks go by what they have set in arrays as a whole when all of them have it.
!@ ranks: 3
program votes
  use mpi
  implicit none
  integer :: flags(3), own(3), rank, ierror
  logical :: votes_for(3)

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  own = 0
  own(1) = rank
  votes_for = .false.
  call MPI_Allreduce(own, flags, 3, MPI_INTEGER, MPI_BOR, MPI_COMM_WORLD, ierror)
  votes_for(1) = flags(1) > 1
  if (iany(flags) == 0) call MPI_Barrier(MPI_COMM_WORLD, ierror)
  if (parity(votes_for)) call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_Finalize(ierror)
end program votes
