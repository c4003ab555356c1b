! A generic name for reductions of several types.
module reductions
  use mpi
  implicit none
  interface global_sum
    module procedure global_sum_integer, global_sum_double
  end interface global_sum
contains
  subroutine global_sum_integer(x)
    integer, intent(inout) :: x
    integer :: y, ierr
    call MPI_Allreduce(x, y, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    x = y
  end subroutine global_sum_integer

  subroutine global_sum_double(x)
    double precision, intent(inout) :: x
    double precision :: y
    integer :: ierr
    call MPI_Allreduce(x, y, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr) !~ collective_divergence
    x = y
  end subroutine global_sum_double
end module reductions

program main
  use reductions
  implicit none
  integer :: rank, ierr, cells
  double precision :: mass
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  cells = 10 * rank
  mass = 0.5d0
  call global_sum(cells)
  if (rank > 0) call global_sum(mass)
  call MPI_Finalize(ierr)
end program main
