! The number of rounds is firstprivate and the same for all.
!@ flags: -fopenmp
!@ mpi: none
program rounds_of_threads
  use omp_lib
  implicit none
  integer :: rounds, i, total
  rounds = 3
  total = 0
  !$omp parallel num_threads(3) firstprivate(rounds) private(i) shared(total)
  do i = 1, rounds
    !$omp atomic
    total = total + i
    !$omp barrier
  end do
  !$omp end parallel
  print '(i0)', total
end program rounds_of_threads
