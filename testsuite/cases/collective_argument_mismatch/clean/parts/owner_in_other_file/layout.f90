module layout
  use mpi
  implicit none
  integer, private :: ranks = 1, offset = 0
contains
  subroutine make_layout(comm)
    integer, intent(in) :: comm
    integer :: ierr
    call MPI_Comm_size(comm, ranks, ierr)
    offset = ranks - 1
  end subroutine make_layout

  pure function owner_of(block) result(owner)
    integer, intent(in) :: block
    integer :: owner
    owner = mod(block + offset, ranks)
  end function owner_of
end module layout
