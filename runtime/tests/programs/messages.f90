! Ranks wait for messages, through the bindings of mpif.h; the faulty form for one that never comes.
program messages
  implicit none
  include 'mpif.h'
  integer :: ierror, rank, ranks, next, before, round, value, requests(2), status(MPI_STATUS_SIZE)
  integer :: statuses(MPI_STATUS_SIZE, 2)
  logical :: faulty
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  faulty = command_argument_count() > 0
  next = mod(rank + 1, ranks)
  before = mod(rank + ranks - 1, ranks)
  do round = 1, 20
    call MPI_Irecv(value, 1, MPI_INTEGER, before, 7, MPI_COMM_WORLD, requests(1), ierror)
    call MPI_Isend(rank, 1, MPI_INTEGER, next, 7, MPI_COMM_WORLD, requests(2), ierror)
    call MPI_Waitall(2, requests, statuses, ierror)
    if (statuses(MPI_SOURCE, 1) /= before) call MPI_Abort(MPI_COMM_WORLD, 3, ierror)
    call MPI_Sendrecv(rank, 1, MPI_INTEGER, next, 8, value, 1, MPI_INTEGER, before, 8, &
                      MPI_COMM_WORLD, status, ierror)
  end do
  if (rank == 0 .and. .not. faulty) then
    call MPI_Send(value, 1, MPI_INTEGER, 3, 9, MPI_COMM_WORLD, ierror)
  end if
  if (rank == 3) then
    call MPI_Irecv(value, 1, MPI_INTEGER, 0, 9, MPI_COMM_WORLD, requests(1), ierror)
    call MPI_Wait(requests(1), status, ierror)
  end if
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_Finalize(ierror)
end program
