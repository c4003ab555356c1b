! Situation 2 of figure 3.8 in Fortran: the call with the barrier depends on what all threads share.
!@ flags: -fopenmp
!@ mpi: none
program situation_2
  use omp_lib
  implicit none
  integer :: mode, entered
  mode = 1
  entered = 0
  !$omp parallel num_threads(4) shared(mode, entered)
  if (omp_get_num_threads() >= mode) call f(entered)
  !$omp end parallel
  print '(i0)', entered
contains
  subroutine f(count)
    integer, intent(inout) :: count
    !$omp atomic
    count = count + 1
    !$omp barrier
  end subroutine f
end program situation_2
