! Points are shared among all ranks, not among pools: in a pool not all have as many.
module pools
  use mpi
  implicit none
  integer :: in_pool, my_pool, pools_made, me, ranks, points = 7, first, last
contains
  subroutine divide()
    integer :: base, rest
    base = points / ranks
    rest = mod(points, ranks)
    first = me * base + min(me, rest) + 1
    last = first + base - 1
    if (me < rest) last = last + 1
  end subroutine divide

  subroutine solve(point, residual)
    integer, intent(in) :: point
    double precision, intent(out) :: residual
    integer :: sweep, ierr
    residual = point * (me + 1)
    do sweep = 1, 5
      residual = residual / 100
      call MPI_Allreduce(MPI_IN_PLACE, residual, 1, MPI_DOUBLE_PRECISION, MPI_SUM, in_pool, ierr) !~ collective_divergence
      if (residual < 1d-3) exit
    end do
  end subroutine solve
end module pools

program main
  use pools
  implicit none
  integer :: ierr, point
  double precision :: residual
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  pools_made = min(2, ranks)
  my_pool = me * pools_made / ranks
  call MPI_Comm_split(MPI_COMM_WORLD, my_pool, me, in_pool, ierr)
  call divide()
  do point = first, last
    call solve(point, residual)
  end do
  call MPI_Barrier(in_pool, ierr)
  if (me == 0) print *, residual
  call MPI_Finalize(ierr)
end program main
