! A subroutine receives as many numbers as it is told; what stands behind them in the array stays as it was.
!@ ranks: 2
module exchange
  use mpi
  implicit none
contains
  subroutine take(values, count)
    integer, intent(inout) :: values(*)
    integer, intent(in) :: count
    integer :: ierr, status(mpi_status_size)
    call mpi_recv(values, count, mpi_integer, 0, 7, mpi_comm_world, status, ierr)
  end subroutine take
end module exchange

program levels
  use exchange
  implicit none
  integer :: ierr, rank, ranks, other, step
  integer :: settings(3)

  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  call mpi_comm_size(mpi_comm_world, ranks, ierr)
  settings(1) = 0
  settings(2) = 0
  settings(3) = 4
  if (rank > 0) then
    call take(settings, 2)
  else
    do other = 1, ranks - 1
      call mpi_send([other, -other], 2, mpi_integer, other, 7, mpi_comm_world, ierr)
    end do
  end if
  do step = 1, settings(3)
    call mpi_barrier(mpi_comm_world, ierr)
  end do
  call mpi_finalize(ierr)
end program levels
