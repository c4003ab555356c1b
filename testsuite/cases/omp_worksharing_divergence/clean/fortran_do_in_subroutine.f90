! The subroutine with the shared loop is called by all; the boundary is one thread's.
!@ flags: -fopenmp
!@ mpi: none
program boundaries
  use omp_lib
  implicit none
  integer :: row(24)
  row = 1
  !$omp parallel num_threads(4) shared(row)
  call relax(row)
  if (has_boundary(omp_get_thread_num())) row(1 + 23 * omp_get_thread_num() / 3) = 0
  !$omp end parallel
  print '(24i2)', row
contains
  logical function has_boundary(thread)
    integer, intent(in) :: thread
    has_boundary = thread == 0 .or. thread == omp_get_num_threads() - 1
  end function has_boundary

  subroutine relax(x)
    integer, intent(inout) :: x(:)
    integer :: i
    !$omp do schedule(dynamic, 4)
    do i = 1, size(x)
      x(i) = x(i) + 1
    end do
    !$omp end do
  end subroutine relax
end program boundaries
