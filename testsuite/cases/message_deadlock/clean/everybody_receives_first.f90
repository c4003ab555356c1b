! A ring in which all ranks but one receive before they send.
!@ ranks: 3
program ring
  implicit none
  include 'mpif.h'
  integer :: ierr, rank, ranks, left, right, token, got
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  token = rank
  if (rank == 0) call MPI_Send(token, 1, MPI_INTEGER, right, 7, MPI_COMM_WORLD, ierr)
  call MPI_Recv(got, 1, MPI_INTEGER, left, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  if (rank /= 0) call MPI_Send(token, 1, MPI_INTEGER, right, 7, MPI_COMM_WORLD, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (rank == 0) print *, got
  call MPI_Finalize(ierr)
end program ring
