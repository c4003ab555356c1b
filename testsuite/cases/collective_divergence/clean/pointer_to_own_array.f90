! What a pointer is associated with changes through the pointer. All ranks change it alike.
program pointers
  use mpi
  implicit none
  integer :: ierr, rank
  integer, target :: levels(2)
  integer, pointer :: own(:)

  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  levels = 0
  own => levels
  own(2) = 1
  if (levels(2) == 1) call mpi_barrier(mpi_comm_world, ierr)
  call mpi_finalize(ierr)
end program
