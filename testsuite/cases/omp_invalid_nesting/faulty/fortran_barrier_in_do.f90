! The subroutine called from the shared loop ends with a barrier.
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
  !$omp end parallel
  print '(10i4)', x
contains
  subroutine set_row(x, i)
    integer, intent(inout) :: x(:)
    integer, intent(in) :: i
    x(i) = i * i
    !$omp barrier !~ omp_invalid_nesting
  end subroutine set_row
end program rows
