! The barrier stands behind the loop, where the subroutine is not.
!@ flags: -fopenmp
!@ mpi: none
program rows
  implicit none
  integer :: i, x(10)
  !$omp parallel num_threads(3) shared(x)
  !$omp do
  do i = 1, 10
    call set_row(x, i)
  end do
  !$omp end do nowait
  !$omp barrier
  !$omp end parallel
  print '(10i4)', x
contains
  subroutine set_row(x, i)
    integer, intent(inout) :: x(:)
    integer, intent(in) :: i
    x(i) = i * i
  end subroutine set_row
end program rows
