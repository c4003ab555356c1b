subroutine kernel(converged, residual) bind(c, name='kernel')
  use mpi
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int), intent(in) :: converged
  real(c_double), intent(inout) :: residual
  real(c_double) :: worst
  integer :: ierr
  if (converged /= 0) return
  call MPI_Allreduce(residual, worst, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr) !~ collective_divergence
  residual = worst
end subroutine kernel
