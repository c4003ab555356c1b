! The root allocates what it needs, the others what they do; whether that went well is asked of the one kind.
module dealing
  use mpi
  implicit none
contains
  subroutine deal(root, comm, status)
    integer, intent(in) :: root, comm
    integer, intent(out) :: status
    integer, allocatable :: lengths(:)
    integer :: rank, n, ierr
    status = 0
    call mpi_comm_rank(comm, rank, ierr)
    call mpi_comm_size(comm, n, ierr)
    if (rank == root) then
      allocate (lengths(0:n - 1))
      lengths = 1
    end if
    if (rank /= root) then
      allocate (lengths(1), stat=ierr)
      if (ierr /= 0) then
        status = ierr
        return
      end if
    end if
    call mpi_bcast(n, 1, MPI_INTEGER, root, comm, ierr)
    lengths(ubound(lengths, 1)) = n
  end subroutine
end module

program allocated
  use dealing
  implicit none
  integer :: ierr, status
  call mpi_init(ierr)
  call deal(0, MPI_COMM_WORLD, status)
  call mpi_finalize(ierr)
end program
