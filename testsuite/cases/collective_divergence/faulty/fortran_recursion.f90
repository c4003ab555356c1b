! Refinement goes deeper where the error is large: a recursive subroutine.
module refinement
  use mpi
  implicit none
contains
  recursive subroutine refine(level, error)
    integer, intent(in) :: level
    double precision, intent(in) :: error
    double precision :: worst
    integer :: ierr
    worst = error
    if (worst < 0.1d0 .or. level > 8) return
    call MPI_Allreduce(error, worst, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr) !~ collective_divergence
    call refine(level + 1, 0.25d0 * error)
  end subroutine refine
end module refinement

program main
  use refinement
  implicit none
  integer :: me, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call refine(1, 4d0 ** me)
  call MPI_Finalize(ierr)
end program main
