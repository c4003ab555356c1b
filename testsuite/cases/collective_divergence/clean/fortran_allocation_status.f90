! Each rank allocates room for its own share and looks whether that went well.
module shares
  implicit none
contains
  subroutine sum_up(own, total, failed)
    include 'mpif.h'
    integer, intent(in) :: own
    integer, intent(out) :: total, failed
    integer, allocatable :: squares(:)
    integer :: i, ierr, mine
    total = 0
    allocate(squares(own), stat=failed)
    if (failed > 0) then
      failed = 1
      return
    end if
    do i = 1, own
      squares(i) = i * i
    end do
    mine = sum(squares)
    deallocate(squares, stat=failed)
    if (failed > 0) return
    call MPI_Allreduce(mine, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  end subroutine sum_up
end module shares

program main
  use shares
  implicit none
  include 'mpif.h'
  integer :: rank, total, failed, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call sum_up(10 + rank, total, failed)
  if (rank == 0) print '(i0)', total
  call MPI_Finalize(ierr)
end program main
