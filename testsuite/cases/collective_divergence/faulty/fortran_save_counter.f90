! A saved counter counts what this rank received, across calls.
subroutine poll(comm, received)
  use mpi
  implicit none
  integer, intent(in) :: comm
  integer, intent(out) :: received
  integer, save :: counter = 0
  integer :: rank, ierr, message
  logical :: waiting
  call MPI_Comm_rank(comm, rank, ierr)
  message = 0
  waiting = rank == 1 .and. counter < 2
  if (rank == 0) call MPI_Send(counter, 1, MPI_INTEGER, 1, 8, comm, ierr)
  if (waiting) call MPI_Recv(message, 1, MPI_INTEGER, 0, 8, comm, MPI_STATUS_IGNORE, ierr)
  if (waiting) counter = counter + 1
  received = counter
end subroutine poll

program main
  use mpi
  implicit none
  integer :: received, round, ierr
  call MPI_Init(ierr)
  do round = 1, 2
    call poll(MPI_COMM_WORLD, received)
  end do
  if (received > 1) call MPI_Barrier(MPI_COMM_WORLD, ierr) !~ collective_divergence
  call MPI_Finalize(ierr)
end program main
