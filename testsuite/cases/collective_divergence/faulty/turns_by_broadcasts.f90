! Ranks print one after the other: broadcasts before their turn and behind it, one too few on the first rank.
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
     call MPI_Bcast(word, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr) !~ collective_divergence
  end do
  print *, 'rank', rank
  do turn = max(rank, 1), ranks - 1
     call MPI_Bcast(word, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr) !~ collective_divergence
  end do
  call MPI_Finalize(ierr)
end program
