! How many elements are packed is the same number on all ranks.
program packing
  use mpi
  implicit none
  integer :: ierr, rank, levels(4)
  integer, allocatable :: own(:)

  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  levels = [1, 2, 3, 4]
  own = pack(levels, levels > command_argument_count())
  if (ubound(own, 1) == 4) call mpi_barrier(mpi_comm_world, ierr)
  call mpi_finalize(ierr)
end program
