! An array of which no element is named is set and summed by Fortran's runtime.
program sums
  use mpi
  implicit none
  integer :: ierr, rank, levels(4)

  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  levels = rank
  if (sum(levels) == 0) call mpi_barrier(mpi_comm_world, ierr) !~ collective_divergence
  call mpi_finalize(ierr)
end program
