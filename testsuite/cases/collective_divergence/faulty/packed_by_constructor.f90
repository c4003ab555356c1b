! The root packs its number into an array by a constructor; it goes on with another one.
!@ levels: -O0 -O2
!@ ranks: 3
!@ static: none
program packed_by_constructor
  use mpi
  implicit none
  integer :: ierr, rank, packed(2), round, rounds
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (rank == 0) then
    rounds = 6
    packed = [rounds, 7]
  end if
  call MPI_Bcast(packed, 2, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  if (rank /= 0) rounds = packed(1)
  if (rank == 0) rounds = rounds + 1
  do round = 1, rounds
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end do
  call MPI_Finalize(ierr)
end program
