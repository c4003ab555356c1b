! Situation 1 of figure 3.8 in Fortran: some threads skip the single construct.
!@ flags: -fopenmp
!@ mpi: none
program situation_1
  use omp_lib
  implicit none
  integer :: calls
  logical :: wanted
  calls = 0
  !$omp parallel num_threads(4) private(wanted) shared(calls)
  wanted = mod(omp_get_thread_num(), 2) == 0
  if (wanted) then
    !$omp single !~ omp_worksharing_divergence
    calls = calls + 1
    !$omp end single
  end if
  !$omp barrier
  !$omp end parallel
  print '(i0)', calls
end program situation_1
