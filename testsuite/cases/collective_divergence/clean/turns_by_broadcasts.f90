! Ranks print one after the other: broadcasts before their turn and behind it.
!@ ranks: 4
!@ deterministic: no
program turns
  use mpi
  implicit none
  integer :: rank, ranks, turn, word, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  word = 0
  do turn = 0, rank - 1
     call MPI_Bcast(word, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  end do
  print *, 'rank', rank
  do turn = rank, ranks - 1
     call MPI_Bcast(word, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  end do
  call MPI_Finalize(ierr)
end program
