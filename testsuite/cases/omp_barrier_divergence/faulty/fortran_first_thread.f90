! The barrier has slipped into the branch of the first thread.
!@ flags: -fopenmp
!@ mpi: none
program first_thread
  use omp_lib
  implicit none
  integer :: me, factor, x(4)
  factor = 0
  !$omp parallel num_threads(4) private(me) shared(factor, x)
  me = omp_get_thread_num()
  if (me == 0) then
    factor = 3
    !$omp barrier !~ omp_barrier_divergence
  end if
  x(me + 1) = factor * me
  !$omp end parallel
  print '(4i4)', x
end program first_thread
