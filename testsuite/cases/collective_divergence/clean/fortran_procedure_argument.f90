! An integrator in another file calls back; its number of steps is each rank's own.
!@ files: parts/fortran_procedure_argument/integrator.f90
module model
  use mpi
  implicit none
contains
  subroutine derivative(x, dx)
    double precision, intent(in) :: x
    double precision, intent(out) :: dx
    integer :: ierr
    call MPI_Allreduce(-x, dx, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
  end subroutine derivative
end module model

program main
  use model
  use integrator
  implicit none
  integer :: me, ierr
  double precision :: x
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  x = 1d0 + me
  call integrate(derivative, x, 0.1d0, 0.3d0)
  call MPI_Finalize(ierr)
end program main
