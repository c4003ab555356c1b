! Threads without work cycle past the shared sections.
!@ flags: -fopenmp
!@ mpi: none
program cycles
  use omp_lib
  implicit none
  integer :: level, own, left, right
  left = 0
  right = 0
  !$omp parallel num_threads(3) private(level, own) shared(left, right)
  do level = 1, 4
    own = 4 * omp_get_thread_num() - level
    if (own <= 0) cycle
    !$omp sections !~ omp_worksharing_divergence
    !$omp section
    left = left + level
    !$omp section
    right = right - level
    !$omp end sections
  end do
  !$omp end parallel
  print '(2i4)', left, right
end program cycles
