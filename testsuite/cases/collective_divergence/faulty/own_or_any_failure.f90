! Each rank allocates as much as it needs; where that is much, the rank leaves.
program allocating
  use mpi
  implicit none
  integer :: ierr, rank, own, total
  real, allocatable :: cells(:)

  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  own = 0
  allocate(cells(100 * (rank + 1)), stat=ierr)
  if (size(cells) > 100) own = 1
  call mpi_allreduce(own, total, 1, mpi_integer, mpi_sum, mpi_comm_world, ierr)
  if (own /= 0) then
    if (rank == 0) print *, 'too much'
    call mpi_finalize(ierr)
    stop
  end if
  call mpi_barrier(mpi_comm_world, ierr) !~ collective_divergence
  call mpi_finalize(ierr)
end program allocating
