! Three subroutines of a module between the condition and the collective.
module global_operations
  implicit none
  include 'mpif.h'
contains
  subroutine global_max(value)
    double precision, intent(inout) :: value
    double precision :: largest
    integer :: ierr
    call MPI_Allreduce(value, largest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr) !~ collective_divergence
    value = largest
  end subroutine global_max

  subroutine time_step(courant, dt)
    double precision, intent(in) :: courant
    double precision, intent(out) :: dt
    double precision :: speed
    speed = courant
    call global_max(speed)
    dt = 1.0d0 / speed
  end subroutine time_step
end module global_operations

program main
  use global_operations
  implicit none
  integer :: ierr, rank, ranks
  double precision :: dt
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  dt = 0.0d0
  if (rank /= 0) call time_step(2.0d0, dt)
  call MPI_Finalize(ierr)
end program main
