! The row is sent and waited for with the number of the step as its tag.
module rows
  use mpi
  implicit none
  integer, parameter :: width = 8
contains
  subroutine send_row(row, below, step)
    real(8), intent(in) :: row(width)
    integer, intent(in) :: below, step
    integer :: ierror
    if (below /= MPI_PROC_NULL) &
      call MPI_Send(row, width, MPI_DOUBLE_PRECISION, below, step, MPI_COMM_WORLD, ierror)
  end subroutine

  subroutine receive_row(row, above, step)
    real(8), intent(inout) :: row(width)
    integer, intent(in) :: above, step
    integer :: ierror, request
    call MPI_Irecv(row, width, MPI_DOUBLE_PRECISION, above, step, MPI_COMM_WORLD, request, ierror)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  end subroutine
end module

program sweep
  use rows
  implicit none
  integer :: ierror, rank, ranks, step, steps, above, below
  real(8) :: row(width), largest
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  above = merge(MPI_PROC_NULL, rank - 1, rank == 0)
  below = merge(MPI_PROC_NULL, rank + 1, rank == ranks - 1)
  steps = 4
  if (rank > 0) call MPI_Recv(steps, 1, MPI_INTEGER, above, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
  if (below /= MPI_PROC_NULL) call MPI_Send(steps, 1, MPI_INTEGER, below, 99, MPI_COMM_WORLD, ierror)
  row = rank
  do step = 1, steps
    call receive_row(row, above, step)
    row = row + 1
    call send_row(row, below, step)
  end do
  largest = maxval(row)
  do step = 1, steps
    call MPI_Allreduce(MPI_IN_PLACE, largest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierror)
  end do
  if (rank == 0) print *, largest
  call MPI_Finalize(ierror)
end program
