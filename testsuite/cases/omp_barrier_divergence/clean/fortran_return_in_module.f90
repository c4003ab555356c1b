! The module procedure has empty loops on threads whose range is empty.
!@ flags: -fopenmp
!@ mpi: none
!@ files: parts/fortran_return_in_module/ranges.f90
program ranges_by_hand
  use omp_lib
  use ranges, only: sweep, field
  implicit none
  field = 1
  !$omp parallel num_threads(4)
  call sweep(omp_get_thread_num(), omp_get_num_threads())
  !$omp end parallel
  print '(6i3)', field
end program ranges_by_hand
