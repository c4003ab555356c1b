! The array assignment is shared by the threads above the first only.
!@ flags: -fopenmp
!@ mpi: none
program arrays
  use omp_lib
  implicit none
  real :: a(30), b(30)
  integer :: announced
  a = 2.0
  announced = 0
  !$omp parallel num_threads(3) shared(a, b, announced)
  if (omp_get_thread_num() == 0) then
    !$omp atomic
    announced = announced + 1
  else
    !$omp workshare !~ omp_worksharing_divergence
    b = a * a + 1.0
    !$omp end workshare
  end if
  !$omp end parallel
  print '(f8.1, i3)', sum(b), announced
end program arrays
