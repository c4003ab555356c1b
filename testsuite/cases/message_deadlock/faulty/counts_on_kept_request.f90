! Neighbours begin to send before they begin to receive, and wait for it.
!@ static: none
!@ sends: synchronous
!@ says: to receive what it sends with tag 6
program halo
  use mpi
  implicit none
  integer :: ierr, rank, ranks, left, right, request
  double precision :: cells(4), ghost
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  call mpi_comm_size(mpi_comm_world, ranks, ierr)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  cells = rank
  call mpi_isend(cells(4), 1, mpi_double_precision, right, 6, mpi_comm_world, request, ierr)
  call mpi_wait(request, mpi_status_ignore, ierr)
  call mpi_recv(ghost, 1, mpi_double_precision, left, 6, mpi_comm_world, mpi_status_ignore, ierr)
  print *, nint(ghost)
  call mpi_finalize(ierr)
end program
