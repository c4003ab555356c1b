! Each rank goes over its own rows, but the last one has one less.
program rows
  use mpi
  implicit none
  integer :: ierr, rank, nprocs, count, first, last, row
  real(8) :: own, all, total

  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  call mpi_comm_size(mpi_comm_world, nprocs, ierr)
  count = 12 / nprocs
  first = rank * count + 1
  last = min(first + count, 12)
  total = 0
  do row = first, last
    own = row
    call mpi_allreduce(own, all, 1, mpi_double_precision, mpi_sum, mpi_comm_world, ierr) !~ collective_divergence
    total = total + all
  end do
  row = first
  do while (row <= last)
    call mpi_barrier(mpi_comm_world, ierr) !~ collective_divergence
    row = row + 3
  end do
  if (rank == 0) print *, total
  call mpi_finalize(ierr)
end program
