! The tag of the message says what to do next.
program main
  use mpi
  implicit none
  integer, parameter :: go_on = 1, sync = 2
  integer :: me, ranks, ierr, value, order, status(MPI_STATUS_SIZE), worker
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  value = 0
  order = sync
  if (me == 0) then
    do worker = 1, ranks - 1
      call MPI_Send(value, 1, MPI_INTEGER, worker, merge(sync, go_on, worker == 1), MPI_COMM_WORLD, ierr)
    end do
  else
    call MPI_Recv(value, 1, MPI_INTEGER, 0, MPI_ANY_TAG, MPI_COMM_WORLD, status, ierr)
    order = status(MPI_TAG)
  end if
  call MPI_Bcast(order, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  if (order == sync) then
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end if
  call MPI_Finalize(ierr)
end program main
