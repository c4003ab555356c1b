! The communicator is optional; who passes it is decided by the rank.
module sync_module
  use mpi
  implicit none
contains
  subroutine sync(comm)
    integer, intent(in), optional :: comm
    integer :: ierr
    if (present(comm)) then
      call MPI_Barrier(comm, ierr)
    end if
  end subroutine sync
end module sync_module

program main
  use sync_module
  implicit none
  integer :: rank, ranks, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  if (ranks == 3) then
    call sync(MPI_COMM_WORLD)
  else
    call sync()
  end if
  call MPI_Finalize(ierr)
end program main
