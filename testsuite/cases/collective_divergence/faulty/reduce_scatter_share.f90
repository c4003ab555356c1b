! Each rank gets its own part of a sum; whoever got nothing leaves the loop.
program main
  use mpi
  implicit none
  integer :: me, ranks, ierr, mine, i
  integer, allocatable :: wanted(:)
  double precision :: weight, total
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  allocate(wanted(ranks))
  wanted = (/ (i - 1, i = 1, ranks) /)
  call MPI_Reduce_scatter_block(wanted, mine, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  deallocate(wanted)
  weight = 1d0 / ranks
  do while (mine > 0)
    call MPI_Allreduce(weight, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr) !~ collective_divergence
    mine = mine - ranks
  end do
  if (me == 0) print '(a)', 'balanced'
  call MPI_Finalize(ierr)
end program main
