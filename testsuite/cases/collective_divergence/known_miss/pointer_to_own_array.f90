! What a pointer is associated with changes through the pointer.
!@ levels: -O0
!@ why: without optimisation flang copies descriptors, and what the copies lead to is not known to be one array
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
  own(2) = rank
  if (levels(2) == 1) call mpi_barrier(mpi_comm_world, ierr)
  call mpi_finalize(ierr)
end program
