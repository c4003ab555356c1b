! All kinds of worksharing, met by all threads, some under uniform conditions.
!@ flags: -fopenmp
!@ mpi: none
program kinds
  use omp_lib
  implicit none
  integer :: i, step, total, first, second
  real :: a(12), b(12)
  logical :: detailed
  a = 1
  b = 0
  total = 0
  first = 0
  second = 0
  detailed = .true.
  !$omp parallel num_threads(3) private(step) shared(a, b, total, first, second, detailed)
  do step = 1, 3
    !$omp workshare
    b = a + step
    !$omp end workshare
    !$omp do schedule(dynamic) reduction(+:total)
    do i = 1, 12
      total = total + nint(b(i))
    end do
    !$omp end do
    if (detailed) then
      !$omp single
      a(1) = a(1) + 1
      !$omp end single
    end if
    if (omp_get_num_threads() > 1) then
      !$omp sections
      !$omp section
      first = first + 1
      !$omp section
      second = second + 2
      !$omp end sections nowait
    end if
    !$omp barrier
  end do
  !$omp end parallel
  print '(3i5,f6.1)', total, first, second, a(1)
end program kinds
