! One thread calls the subroutine whose array assignment the team should share.
!@ flags: -fopenmp
!@ mpi: none
module smoothing
  implicit none
contains
  subroutine smooth(u, v)
    real, intent(in) :: u(:)
    real, intent(inout) :: v(:)
    !$omp workshare !~ omp_invalid_nesting
    v(2:size(v) - 1) = 0.5 * (u(1:size(u) - 2) + u(3:size(u)))
    !$omp end workshare
  end subroutine smooth
end module smoothing

program smoother
  use smoothing
  implicit none
  real :: u(20), v(20)
  integer :: i, steps
  u = [(real(i), i = 1, 20)]
  v = 0
  steps = 0
  !$omp parallel num_threads(4) shared(u, v, steps)
  !$omp single
  call smooth(u, v)
  steps = steps + 1
  !$omp end single
  !$omp end parallel
  print '(i2,f8.2)', steps, sum(v)
end program smoother
